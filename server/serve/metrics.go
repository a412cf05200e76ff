package serve

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"waybill/server/api"
	"waybill/server/store"
)

// metrics are what the admin address shows. Labels are routes and codes, never
// ids.
type metrics struct {
	registry *prometheus.Registry
	answers  *prometheus.CounterVec
	took     *prometheus.HistogramVec
}

func newMetrics(st *store.DB, log *slog.Logger) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "waybill_answers_total", Help: "Answers of the API. Replays are id_exists, load that was shed is overloaded.",
		}, []string{"method", "route", "status", "code"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "waybill_answer_seconds", Help: "Time from a request's head to its answer.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"route"}),
	}
	m.registry.MustRegister(m.answers, m.took, fleet{st, log}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// observe counts one answer. A path that is no route counts as one.
func (m *metrics) observe(x api.Observation) {
	route := x.Route
	if route == "" {
		route = "none"
	}
	m.answers.WithLabelValues(method(x.Method), route, strconv.Itoa(x.Status), string(x.Code)).Inc()
	m.took.WithLabelValues(route).Observe(x.Took.Seconds())
}

// method bounds what a stranger can make us keep.
func method(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete:
		return m
	}
	return "other"
}

func (m *metrics) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}

// fleet counts devices when it is asked to: who has unsent work, and how old
// the oldest of it is.
type fleet struct {
	st  *store.DB
	log *slog.Logger
}

var (
	devicesDesc = prometheus.NewDesc("waybill_devices", "Known devices by the build they run.", []string{"client"}, nil)
	unsentDesc  = prometheus.NewDesc("waybill_unsent_writes", "Writes that devices reported as unsent at their last contact.", nil, nil)
	oldestDesc  = prometheus.NewDesc("waybill_unsent_oldest_seconds", "Age of the oldest unsent write of any device.", nil, nil)
)

func (f fleet) Describe(ch chan<- *prometheus.Desc) {
	ch <- devicesDesc
	ch <- unsentDesc
	ch <- oldestDesc
}

func (f fleet) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	all, err := f.st.Devices(ctx)
	if err != nil {
		f.log.Error("counting devices", "error", err)
		return
	}
	builds, unsent, oldest := map[string]int{}, 0, time.Duration(0)
	for _, d := range all {
		builds[d.Client]++
		if d.Unsent > 0 {
			unsent += d.Unsent
			oldest = max(oldest, d.Oldest+time.Since(d.LastContact))
		}
	}
	for client, n := range builds {
		ch <- prometheus.MustNewConstMetric(devicesDesc, prometheus.GaugeValue, float64(n), client)
	}
	ch <- prometheus.MustNewConstMetric(unsentDesc, prometheus.GaugeValue, float64(unsent))
	ch <- prometheus.MustNewConstMetric(oldestDesc, prometheus.GaugeValue, oldest.Seconds())
}

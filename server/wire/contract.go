package wire

import "time"

// Contract is the number of this contract. A new field or code means a new
// number, and servers are deployed first.
const Contract = 1

// Headers of the contract. [HeaderContract] proves the sender of a response,
// [HeaderMark] is in those to whoever is signed in; the others travel with a
// request.
const (
	HeaderContract    = "Waybill-Contract"    // request and response: the contract's number
	HeaderOwner       = "Waybill-Owner"       // user id that the write belongs to
	HeaderFingerprint = "Waybill-Fingerprint" // SHA-256 (hex) of the body as the outbox stores it
	HeaderClient      = "Waybill-Client"      // build id of the client
	HeaderUnsent      = "Waybill-Unsent"      // "n;oldest=<seconds>"
	HeaderAsked       = "Waybill-Asked"       // response: the value of the question's parameter ask
	HeaderMark        = "Waybill-Mark"        // response and, as it came, request: what the device has seen of the store
)

// QuerySession is the parameter of DELETE [PathSession]: the handle of the
// session that ends.
const QuerySession = "session"

// QueryAsk is the parameter by which a question and its answer are known to
// belong together: a random value of at most AskMax letters and digits.
const (
	QueryAsk = "ask"
	AskMax   = 64 // letters and digits of a question's value
)

// Base is the path under which every route of the API lives.
const Base = "/api/v1"

// Routes that are not derived from a [Kind] or an [Op].
const (
	PathSession  = Base + "/session"
	PathPassword = PathSession + "/password"
	PathChanges  = Base + "/changes"
	PathBatch    = Base + "/batch"
	PathOpenAPI  = Base + "/openapi.json"
)

// Limits that both sides keep. Each is checked by the form before it is
// checked by the server, with the same function.
const (
	BodyMax       = 256 << 10        // bytes of one write, after decompression
	BatchBytesMax = 1 << 20          // bytes of one batch, after decompression
	BatchMax      = 100              // writes in one batch
	IDsMax        = 100              // ids in one ?ids= question
	LinesMax      = 500              // lines of one order: a full catalogue page, not a whole catalogue
	NoteMax       = 2000             // characters of a note
	TextMax       = 200              // characters of a name, contact, phone, address line or reason
	CodeMax       = 40               // characters of a business code
	QuantityMax   = 1_000_000        // pieces on one line: above it, it is a typing error
	PriceMax      = 1_000_000_000_00 // minor units of one price
	PhotoMax      = 5 << 20          // bytes of one photo
	PageMax       = 500              // records on one page of a list or of the changes
)

// Times that both sides count with (section 1 of the contract).
const (
	ServerTime  = 50 * time.Second    // the server ends each request this long after its last byte
	ReceiptKeep = 30 * 24 * time.Hour // a device keeps receipts and discarded writes this long
)

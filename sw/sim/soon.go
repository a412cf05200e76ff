package sim

// livingHeld: what is sent is alive at the office. The product keeps an order as
// sent whose cancel was never answered (D03).
const livingHeld = false

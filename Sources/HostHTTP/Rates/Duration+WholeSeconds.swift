extension Duration {
    /// As `Retry-After` tells a wait: rounded up, so that who comes back then need not wait again.
    var wholeSeconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(clamping: seconds) + (attoseconds > 0 ? 1 : 0))
    }
}

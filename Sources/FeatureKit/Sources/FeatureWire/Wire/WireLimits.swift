/// What a wire takes; `docs/workers.md` lists them.
@_spi(Hosting) public enum WireLimits {
    /// The version of the protocol.
    public static let version: UInt32 = 1
    /// The largest frame, without its head.
    public static let frame = 256 << 10
    /// The largest message of plain data.
    public static let message = 16 << 20
    /// The largest media.
    public static let media = 64 << 20
    /// The largest message in pieces: media, and what is said of them.
    public static let pieced = media + 64 << 10
    /// All messages and media of one link that have begun and not ended.
    public static let unfinished = 256 << 20
    /// What may wait to be written.
    public static let waiting = 64 << 20
    /// What of it may be publications.
    public static let waitingPublications = 16 << 20
    /// Questions on their way in one direction.
    public static let questions = 1_024
    /// Moments and transactions of the store that are open at the same time.
    public static let transactions = 16
    /// Of how many parts the data and Shapes of one message are made.
    public static let parts = 1 << 20
    /// The longest duration, in attoseconds: what 64 bits of seconds count.
    static let longest = Int128(Int64.max) * 1_000_000_000_000_000_000
    /// Readers of topics at the same time.
    static let readers = 65_536
    /// How much one message to a reader holds, where it is of several.
    static let hand = 256 << 10
    /// What may wait to be written before lines of the log are counted instead.
    static let waitingLines = 4 << 20
    /// How deep data may be nested.
    public static let depth = 64
    /// How long a thread waits for an answer of the host that should come at once.
    public static let answer = Duration.seconds(5)
    /// How long a transaction may say nothing.
    public static let transactionPause = Duration.seconds(10)
}

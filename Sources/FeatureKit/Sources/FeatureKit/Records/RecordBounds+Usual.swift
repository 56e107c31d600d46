extension RecordBounds {
    /// How long a text is of which nothing is said.
    public static let usualLength = 0...65_536
    /// How many elements a list or mapping has of which nothing is said.
    public static let usualCount = 0...10_000
    /// How long a duration is of which nothing is said.
    public static let usualDuration: ClosedRange<Duration> = .zero ... .seconds(31_536_000)
}

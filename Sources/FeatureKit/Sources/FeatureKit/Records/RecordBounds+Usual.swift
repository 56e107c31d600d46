extension RecordBounds {
    /// The length of a text that declares none.
    public static let usualLength = 0...65_536
    /// The number of elements of a list or mapping that declares none.
    public static let usualCount = 0...10_000
    /// The range of a duration that declares none.
    public static let usualDuration: ClosedRange<Duration> = .zero ... .seconds(31_536_000)
}

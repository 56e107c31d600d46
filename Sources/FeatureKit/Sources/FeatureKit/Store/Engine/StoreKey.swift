/// What a field's values become where they are compared.
@_spi(Hosting) public enum KeyKind: String, Sendable, Hashable {
    /// Booleans, whole numbers, durations and timestamps.
    case integer
    /// Numbers.
    case number
    /// Texts, by their bytes in UTF-8.
    case text
    /// Texts without accents and case.
    case folded
}

/// A value as indexes compare it: nothing first, then numbers, then texts by their bytes.
@_spi(Hosting) public enum StoreKey: Sendable, Hashable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
}

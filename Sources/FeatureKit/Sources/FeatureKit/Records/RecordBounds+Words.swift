// What a property's marker says where its type doesn't fit: the compiler takes these where nothing else fits.

extension RecordBounds {
    /// Says that the type is none for a field.
    @available(
        *, unavailable,
        message:
            "a field is a Bool, a number, a text, a Duration, a Timestamp, an enum of texts that is Shaped, a @Record struct, or a list of these or a mapping from texts to them"
    )
    public static func checkField<T>(_ type: T.Type) {}

    /// Compiles where a route's request or reply may have the type.
    public static func checkRoute<T: Shaped>(_ type: T.Type) {}

    /// Says that the type is none for a route.
    @available(*, unavailable, message: "a route takes and returns a @Record struct, Media, or another Shaped type")
    public static func checkRoute<T>(_ type: T.Type) {}

    /// Says that the type has no texts.
    @available(*, unavailable, message: "@Text bounds the length of a String, or of those in a list or mapping")
    public static func checkText<T>(_ type: T.Type, _ length: ClosedRange<Int>) {}

    /// Says that the type and the bounds don't fit.
    @available(
        *, unavailable,
        message:
            "@In bounds an Int, Int64, Double or Duration, or those in a list or mapping, by two bounds of that type"
    )
    public static func checkRange<T, Bound>(_ type: T.Type, _ range: ClosedRange<Bound>) {}

    /// Says that the type has no elements.
    @available(*, unavailable, message: "@Count bounds how many elements a list or mapping has")
    public static func checkCount<T>(_ type: T.Type, _ count: ClosedRange<Int>) {}
}

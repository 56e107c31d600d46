// The attributes of records' properties, as parameters of a route's function take them. No macro can stand on a parameter,
// so these are property wrappers that hold the value and nothing else; `@Routes` reads the bounds, and the requests that it
// makes are checked against them. With `@Count`, `@Text` and `@In` come first.

/// Bounds the length of a parameter's text in characters; in a list or mapping that of each text.
@frozen @propertyWrapper
public struct Text<Value> {
    /// The parameter.
    public var wrappedValue: Value
    /// Takes a text, or a list or mapping of texts.
    @inlinable public init(wrappedValue: Value, _ length: ClosedRange<Int>) where Value: TextBounded {
        self.wrappedValue = wrappedValue
    }
    /// Takes an optional one.
    @inlinable public init<W: TextBounded>(wrappedValue: Value, _ length: ClosedRange<Int>) where Value == W? {
        self.wrappedValue = wrappedValue
    }
    /// Takes one with a bounded number of elements.
    @inlinable public init<W: TextBounded>(wrappedValue: Value, _ length: ClosedRange<Int>) where Value == Count<W> {
        self.wrappedValue = wrappedValue
    }
    /// Takes an optional one with a bounded number of elements.
    @inlinable public init<W: TextBounded>(wrappedValue: Value, _ length: ClosedRange<Int>) where Value == Count<W?> {
        self.wrappedValue = wrappedValue
    }
    /// Says that the type does not fit.
    @available(
        *, unavailable,
        message: "@Text bounds the length of a String, or of those in a list or mapping"
    )
    public init(wrappedValue: Value, _ length: ClosedRange<Int>) { self.wrappedValue = wrappedValue }
}

/// Bounds a parameter's number or duration; in a list or mapping each of them.
@frozen @propertyWrapper
public struct In<Value> {
    /// The parameter.
    public var wrappedValue: Value
    /// Takes a number or a duration, or a list or mapping of these.
    @inlinable public init(wrappedValue: Value, _ range: ClosedRange<Value.Bound>) where Value: RangeBounded {
        self.wrappedValue = wrappedValue
    }
    /// Takes an optional one.
    @inlinable public init<W: RangeBounded>(wrappedValue: Value, _ range: ClosedRange<W.Bound>) where Value == W? {
        self.wrappedValue = wrappedValue
    }
    /// Takes one with a bounded number of elements.
    @inlinable public init<W: RangeBounded>(wrappedValue: Value, _ range: ClosedRange<W.Bound>)
    where Value == Count<W> {
        self.wrappedValue = wrappedValue
    }
    /// Takes an optional one with a bounded number of elements.
    @inlinable public init<W: RangeBounded>(wrappedValue: Value, _ range: ClosedRange<W.Bound>)
    where Value == Count<W?> {
        self.wrappedValue = wrappedValue
    }
    /// Says that the type does not fit.
    @available(
        *, unavailable,
        message:
            "@In bounds an Int, Int64, Double or Duration, or those in a list or mapping, by two bounds of that type"
    )
    public init<Bound>(wrappedValue: Value, _ range: ClosedRange<Bound>) { self.wrappedValue = wrappedValue }
}

/// Bounds the number of elements of a parameter's list or mapping.
@frozen @propertyWrapper
public struct Count<Value> {
    /// The parameter.
    public var wrappedValue: Value
    /// Takes a list or a mapping.
    @inlinable public init(wrappedValue: Value, _ count: ClosedRange<Int>) where Value: CountBounded {
        self.wrappedValue = wrappedValue
    }
    /// Takes an optional one.
    @inlinable public init<W: CountBounded>(wrappedValue: Value, _ count: ClosedRange<Int>) where Value == W? {
        self.wrappedValue = wrappedValue
    }
    /// Says that the type does not fit.
    @available(
        *, unavailable,
        message: "@Count bounds how many elements a list or mapping has; it comes after @Text and @In"
    )
    public init(wrappedValue: Value, _ count: ClosedRange<Int>) { self.wrappedValue = wrappedValue }
}

extension Text: Sendable where Value: Sendable {}
extension In: Sendable where Value: Sendable {}
extension Count: Sendable where Value: Sendable {}

/// A type whose texts `@Text` bounds in length.
public protocol TextBounded {
    /// Whether the length of each text, counted in Unicode code points, is within the bounds.
    func textsHave(length: ClosedRange<Int>) -> Bool
}

/// A type whose numbers or durations `@In` bounds.
public protocol RangeBounded {
    /// The type of the bounds.
    associatedtype Bound: Comparable & Sendable
    /// Whether each number or duration lies between the bounds.
    func liesIn(_ range: ClosedRange<Bound>) -> Bool
    /// The shape with these bounds.
    static func bounded(_ shape: Shape, in range: ClosedRange<Bound>) -> Shape
}

/// A type whose number of elements `@Count` bounds.
public protocol CountBounded {
    /// Whether the number of elements is within the bounds.
    func has(count: ClosedRange<Int>) -> Bool
}

/// What the code that `@Record` generates uses to check bounds.
@frozen
public enum RecordBounds {
    /// Whether the length of each text is within the bounds.
    @inlinable public static func text(_ value: some TextBounded, _ length: ClosedRange<Int>) -> Bool {
        value.textsHave(length: length)
    }

    /// Whether each number or duration lies between the bounds.
    @inlinable public static func range<T: RangeBounded>(_ value: T, _ range: ClosedRange<T.Bound>) -> Bool {
        value.liesIn(range)
    }

    /// Whether the number of elements is within the bounds.
    @inlinable public static func count(_ value: some CountBounded, _ count: ClosedRange<Int>) -> Bool {
        value.has(count: count)
    }

    /// Compiles where `@Text` fits the type.
    public static func checkText<T: TextBounded>(_ type: T.Type, _ length: ClosedRange<Int>) {}
    /// Compiles where `@In` fits the type.
    public static func checkRange<T: RangeBounded>(_ type: T.Type, _ range: ClosedRange<T.Bound>) {}
    /// Compiles where `@Count` fits the type.
    public static func checkCount<T: CountBounded>(_ type: T.Type, _ count: ClosedRange<Int>) {}
    /// Compiles where a record's field may have the type.
    public static func checkField<T: Shaped>(_ type: T.Type) {}
}

extension Shape {
    /// The shape of a type with bounds for its numbers or durations.
    public static func of<T: Shaped & RangeBounded>(_ type: T.Type, in range: ClosedRange<T.Bound>) -> Shape {
        T.bounded(T.shape, in: range)
    }

    /// The same shape with bounds for the length of the texts in it.
    public func withText(_ length: ClosedRange<Int>) -> Shape {
        innermost { shape in if case .text = shape.kind { .text(length: length) } else { shape } }
    }

    /// The same shape with bounds for the number of its elements.
    public func withCount(_ count: ClosedRange<Int>) -> Shape {
        switch kind {
        case .list(let element, _): .list(of: element, count: count)
        case .map(let element, _): .map(of: element, count: count)
        default: self
        }
    }

    /// The shape with what lies inside all lists and mappings exchanged.
    fileprivate func innermost(_ change: (Shape) -> Shape) -> Shape {
        switch kind {
        case .list(let element, let count): .list(of: element.innermost(change), count: count)
        case .map(let element, let count): .map(of: element.innermost(change), count: count)
        default: change(self)
        }
    }
}

extension String: TextBounded {
    /// Whether the text's length is within the bounds.
    @inlinable
    public func textsHave(length: ClosedRange<Int>) -> Bool {
        // Most texts are short or ASCII: then their bytes say it.
        let bytes = utf8.count
        if bytes < length.lowerBound || bytes <= length.upperBound && length.lowerBound <= (bytes + 3) / 4 {
            return bytes >= length.lowerBound
        }
        return length.contains(unicodeScalars.count)
    }
}

extension Int: RangeBounded {
    /// Whether the number lies between the bounds.
    @inlinable public func liesIn(_ range: ClosedRange<Int>) -> Bool { range.contains(self) }
    /// A whole number between the bounds.
    public static func bounded(_ shape: Shape, in range: ClosedRange<Int>) -> Shape {
        .integer(in: Int64(range.lowerBound)...Int64(range.upperBound))
    }
}

extension Int64: RangeBounded {
    /// Whether the number lies between the bounds.
    @inlinable public func liesIn(_ range: ClosedRange<Int64>) -> Bool { range.contains(self) }
    /// A whole number between the bounds.
    public static func bounded(_ shape: Shape, in range: ClosedRange<Int64>) -> Shape { .integer(in: range) }
}

extension Double: RangeBounded {
    /// Whether the number lies between the bounds.
    @inlinable public func liesIn(_ range: ClosedRange<Double>) -> Bool { range.contains(self) }
    /// A number between the bounds.
    public static func bounded(_ shape: Shape, in range: ClosedRange<Double>) -> Shape { .number(in: range) }
}

extension Duration: RangeBounded {
    /// Whether the duration lies between the bounds.
    @inlinable public func liesIn(_ range: ClosedRange<Duration>) -> Bool { range.contains(self) }
    /// A duration between the bounds.
    public static func bounded(_ shape: Shape, in range: ClosedRange<Duration>) -> Shape { .duration(in: range) }
}

extension Array: CountBounded {
    /// Whether the number of elements is within the bounds.
    @inlinable public func has(count: ClosedRange<Int>) -> Bool { count.contains(self.count) }
}

extension Array: TextBounded where Element: TextBounded {
    /// Whether the length of each text in the list is within the bounds.
    @inlinable public func textsHave(length: ClosedRange<Int>) -> Bool { allSatisfy { $0.textsHave(length: length) } }
}

extension Array: RangeBounded where Element: RangeBounded {
    /// Whether each element lies between the bounds.
    @inlinable public func liesIn(_ range: ClosedRange<Element.Bound>) -> Bool { allSatisfy { $0.liesIn(range) } }
    /// A list of elements between the bounds.
    public static func bounded(_ shape: Shape, in range: ClosedRange<Element.Bound>) -> Shape {
        shape.innermost { Element.bounded($0, in: range) }
    }
}

extension Dictionary: CountBounded {
    /// Whether the number of entries is within the bounds.
    @inlinable public func has(count: ClosedRange<Int>) -> Bool { count.contains(self.count) }
}

extension Dictionary: TextBounded where Value: TextBounded {
    /// Whether the length of each text in the mapping is within the bounds.
    @inlinable public func textsHave(length: ClosedRange<Int>) -> Bool {
        values.allSatisfy { $0.textsHave(length: length) }
    }
}

extension Dictionary: RangeBounded where Value: RangeBounded {
    /// Whether each entry lies between the bounds.
    @inlinable public func liesIn(_ range: ClosedRange<Value.Bound>) -> Bool {
        values.allSatisfy { $0.liesIn(range) }
    }
    /// A mapping to entries between the bounds.
    public static func bounded(_ shape: Shape, in range: ClosedRange<Value.Bound>) -> Shape {
        shape.innermost { Value.bounded($0, in: range) }
    }
}

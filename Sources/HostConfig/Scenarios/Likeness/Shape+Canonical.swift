@_spi(Hosting) package import FeatureKit

extension Shape {
    /// The value with durations and moments written in one way, so that `60s` is `1m`.
    package func canonical(_ value: Value) -> Value {
        switch (kind, value) {
        case (.duration, .text(let text)):
            DurationText.parse(text).map { .text(DurationText.print($0)) } ?? value
        case (.timestamp, .text(let text)): Timestamp(text).map { .text($0.description) } ?? value
        case (.list(let element, _), .list(let list)): .list(list.map(element.canonical))
        case (.map(let element, _), .object(let members)):
            .object(Members(members.map { ($0.name, element.canonical($0.value)) }))
        case (.object(let fields), .object(let members)):
            .object(
                Members(
                    members.map { member in
                        let field = fields.first { $0.name == member.name }
                        return (member.name, field?.shape.canonical(member.value) ?? member.value)
                    }))
        default: value
        }
    }
}

extension Value {
    /// Whether both mean the same; `3` and `3.0` do.
    package func isSame(as other: Value) -> Bool {
        switch (self, other) {
        case (.integer(let whole), .number(let number)), (.number(let number), .integer(let whole)):
            return Int64(exactly: number) == whole
        case (.list(let left), .list(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
        case (.object(let left), .object(let right)):
            return left.count == right.count
                && left.allSatisfy { member in right[member.name].map { member.value.isSame(as: $0) } ?? false }
        // Swift takes é and e with an accent for the same; features send bytes.
        case (.text(let left), .text(let right)): return left.utf8.elementsEqual(right.utf8)
        default: return self == other
        }
    }
}

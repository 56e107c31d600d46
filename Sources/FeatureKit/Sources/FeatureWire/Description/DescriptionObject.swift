@_spi(Hosting) internal import FeatureKit

/// One object of a description while it is read: its members, and where it stands.
struct DescriptionObject {
    let members: Members
    let place: String

    init(_ value: Value, at place: String) throws(DescriptionError) {
        guard case .object(let members) = value else { throw DescriptionError(place, "is no object") }
        (self.members, self.place) = (members, place)
    }

    func fail(_ name: String, _ problem: String) -> DescriptionError { DescriptionError(place(of: name), problem) }

    private func place(of name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    func has(_ name: String) -> Bool { members[name] != nil }

    func value(_ name: String) throws(DescriptionError) -> Value {
        guard let value = members[name] else { throw fail(name, "is missing") }
        return value
    }

    func text(_ name: String) throws(DescriptionError) -> String {
        guard case .text(let text) = try value(name) else { throw fail(name, "is no text") }
        return text
    }

    func optionalText(_ name: String) throws(DescriptionError) -> String? { has(name) ? try text(name) : nil }

    func integer(_ name: String) throws(DescriptionError) -> Int64 {
        guard case .integer(let number) = try value(name) else { throw fail(name, "is no whole number") }
        return number
    }

    /// What is not written is false.
    func flag(_ name: String) throws(DescriptionError) -> Bool {
        guard has(name) else { return false }
        guard case .boolean(let flag) = try value(name) else { throw fail(name, "is neither true nor false") }
        return flag
    }

    /// What is not written is an empty list.
    func texts(_ name: String) throws(DescriptionError) -> [String] {
        try list(name) { (value, place) throws(DescriptionError) in
            guard case .text(let text) = value else { throw DescriptionError(place, "is no text") }
            return text
        }
    }

    /// What is not written is an empty list.
    func list<Element>(
        _ name: String, _ read: (Value, _ place: String) throws(DescriptionError) -> Element
    ) throws(DescriptionError) -> [Element] {
        guard has(name) else { return [] }
        guard case .list(let list) = try value(name) else { throw fail(name, "is no list") }
        var elements: [Element] = []
        for (index, value) in list.enumerated() { elements.append(try read(value, "\(place(of: name))[\(index)]")) }
        return elements
    }

    func shape(_ name: String) throws(DescriptionError) -> Shape {
        try Shape(DescriptionObject(value(name), at: place(of: name)), depth: 1)
    }

    /// Two bounds in order; `whole` where none are written.
    func bounds<Bound: Comparable>(
        _ name: String, or whole: ClosedRange<Bound>, _ read: (Value) -> Bound?
    ) throws(DescriptionError) -> ClosedRange<Bound> {
        guard has(name) else { return whole }
        guard case .list(let list) = try value(name), list.count == 2, let lower = read(list[0]),
            let upper = read(list[1]), lower <= upper
        else { throw fail(name, "are no two bounds in order") }
        return lower...upper
    }
}

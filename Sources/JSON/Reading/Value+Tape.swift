package import FeatureKit

extension Value {
    /// Reads JSON as plain data: whole numbers of 64 bits are `.integer`, other numbers `.number`.
    package init(json bytes: borrowing Span<UInt8>, limits: JSONLimits = .standard) throws(JSONProblem) {
        var reader = JSONReader(limits: limits)
        self = try reader.read(bytes).value
    }

    /// Reads JSON as plain data.
    package init(json bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONProblem) {
        try self.init(json: bytes.span, limits: limits)
    }

    /// Reads JSON as plain data.
    package init(json text: String, limits: JSONLimits = .standard) throws(JSONProblem) {
        try self.init(json: Array(text.utf8), limits: limits)
    }
}

extension JSONTape {
    /// The document as plain data.
    package var value: Value { lend { $0.value(at: 0) } }

    /// Some members of the document as plain data; none where it is no object.
    package func value(of names: [String]) -> Value {
        lend { tape in
            var members = Members()
            guard tape[0].kind == .object else { return .object(members) }
            tape.forEachMember(of: 0) { place, value in
                guard let name = names.first(where: { tape.text(place, equals: $0) }) else { return }
                members[name] = tape.value(at: value)
            }
            return .object(members)
        }
    }
}

extension TapeView {
    /// The part of the document at a token.
    func value(at index: Int) -> Value {
        let token = self[index]
        switch token.kind {
        case .null: return .null
        case .no: return .boolean(false)
        case .yes: return .boolean(true)
        case .integer: return .integer(token.integer)
        case .number: return .number(token.number)
        case .text: return .text(text(index))
        case .list:
            var list: [Value] = []
            list.reserveCapacity(token.count)
            forEachElement(of: index) { list.append(value(at: $0)) }
            return .list(list)
        case .object:
            var members = Members()
            forEachMember(of: index) { name, place in members[text(name)] = value(at: place) }
            return .object(members)
        }
    }

    /// Walks over the elements of a list.
    func forEachElement(of index: Int, _ body: (Int) -> Void) {
        let end = self[index].next(after: index)
        var index = index &+ 1
        while index < end {
            body(index)
            index = self[index].next(after: index)
        }
    }

    /// Walks over the names and values of a mapping.
    func forEachMember(of index: Int, _ body: (_ name: Int, _ value: Int) -> Void) {
        let end = self[index].next(after: index)
        var index = index &+ 1
        while index < end {
            body(index, index &+ 1)
            index = self[index &+ 1].next(after: index &+ 1)
        }
    }
}

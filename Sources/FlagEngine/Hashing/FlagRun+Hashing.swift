extension FlagRun {
    /// The hash that finds someone's place; nil where a value can't be hashed.
    ///
    /// - Parameter key: What is hashed before it, a text; where it is nil the value counts alone.
    mutating func hash(_ key: Operand?, _ value: Operand, _ bucketing: Bucketing) -> UInt32? {
        guard let hash = bucketing == .v3 ? hashAsCBOR(key, value) : hashAsText(key, value) else { return nil }
        if Tracer.isListening {
            let hashed = (key.map { string($0) } ?? "") + (value.kind == .text ? string(value) : "")
            tracer.hear(.bucket(hashed: hashed, hash: hash, bucketing))
        }
        return hash
    }

    @inline(__always)
    private func hashAsText(_ key: Operand?, _ value: Operand) -> UInt32? {
        guard value.kind == .text else { return nil }
        var murmur = Murmur3()
        if let key { withText(key) { murmur.add($0) } }
        withText(value) { murmur.add($0) }
        return murmur.hash
    }

    /// The hash of a value, or of a list of a key and the value, as flagd's coming cores make it.
    @inline(never)
    mutating func hashAsCBOR(_ key: Operand?, _ value: Operand) -> UInt32? {
        var hash = CBORHash()
        if let key {
            hash.addList(count: 2)
            withText(key) { hash.add($0) }
        }
        add(value, to: &hash, depth: 0)
        return fault == nil ? hash.hash : nil
    }

    private mutating func add(_ value: Operand, to hash: inout CBORHash, depth: Int) {
        guard depth <= LogicLimits.deepestValue else {
            return raise(.general, .valueTooDeep(most: LogicLimits.deepestValue))
        }
        switch value.kind {
        case .null: hash.addNull()
        case .boolean: hash.add(value.boolean)
        case .integer: hash.add(value.integer)
        case .number: hash.add(value.number)
        case .text: withText(value) { hash.add($0) }
        case .list:
            hash.addList(count: value.count)
            for index in 0..<value.count {
                guard mayStep() else { return }
                add(cell(index, of: value).value, to: &hash, depth: depth &+ 1)
            }
        case .object:
            let members = membersInOrder(of: value)
            hash.addObject(count: members.count)
            for member in members {
                guard mayStep() else { return }
                withText(name(of: member, in: value)) { hash.add($0) }
                add(member.value, to: &hash, depth: depth &+ 1)
            }
        }
    }

    /// The members as CBOR orders them; of those with one name only the last one.
    private func membersInOrder(of object: Operand) -> [Slate.Cell] {
        let sorted = (0..<object.count).sorted { left, right in
            let first = name(of: cell(left, of: object), in: object)
            let second = name(of: cell(right, of: object), in: object)
            if isSame(first, second) { return left < right }
            return withText(first) { first in withText(second) { CBORHash.comesFirst(first, before: $0) } }
        }
        var members: [Slate.Cell] = []
        for index in sorted {
            let member = cell(index, of: object)
            if let last = members.last, isSame(name(of: last, in: object), name(of: member, in: object)) {
                members.removeLast()
            }
            members.append(member)
        }
        return members
    }
}

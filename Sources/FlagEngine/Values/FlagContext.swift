package import FeatureKit
package import JSON

/// What is known of the one whom flags are evaluated for: attributes by name, `targetingKey` among them.
///
/// One for each loop or thread; filling it again uses its memory again. Of two attributes with one name the later one
/// counts. A client's `$flagd` is not taken.
package struct FlagContext: Sendable {
    /// How many attributes, members and elements it takes.
    package static let mostCells = 4_096
    /// How many bytes its names and texts may have.
    package static let mostBytes = 256 * 1_024
    /// How deep lists and objects may lie in one another.
    package static let mostDepth = 32

    /// The attributes are the cells from `first` on, `count` of them; what they hold lies on the slate too.
    private(set) var slate = Slate()
    private var first = 0
    private var count = 0
    /// Where the room for attributes that was made ends.
    private var roomEnd = 0
    /// How many attributes were left out, since they were too much.
    package private(set) var dropped = 0
    private var isTooMuch = false

    package init() {}

    /// The mark of the name that nobody may give an attribute.
    private static let claimed = NameMark.of("$flagd")

    /// The attributes as an object.
    @inline(__always)
    var root: Operand { .object(in: .context, start: first, count: count) }

    /// Forgets everything and keeps the memory.
    package mutating func wipe() {
        if slate.bytes.capacity > 4 * Self.mostBytes { slate.bytes = [] }
        slate.wipe()
        first = 0
        roomEnd = 0
        count = 0
        dropped = 0
    }

    /// Adds an attribute.
    package mutating func add(_ name: String, _ value: Value) {
        gather(1)
        add(name: { $0.append(contentsOf: name.utf8) }, value: { $0.place(value, depth: 1) })
    }

    /// Adds attributes.
    package mutating func add(_ members: Members) {
        gather(members.count)
        for (name, value) in members {
            add(name: { $0.append(contentsOf: name.utf8) }, value: { $0.place(value, depth: 1) })
        }
    }

    /// Adds the members of an object as attributes; of anything else nothing.
    package mutating func add(_ object: JSONNode) {
        guard case .object(let count) = object.kind else { return }
        gather(count)
        object.forEachMember { name, value in
            add(name: { name.appendText(to: &$0) }, value: { $0.place(value, depth: 1) })
        }
    }

    /// Brings the attributes to the end of the cells, so that so many others find room beside them.
    private mutating func gather(_ others: Int) {
        let start = slate.cells.count
        guard start &+ count <= Self.mostCells else {
            roomEnd = first &+ count
            return
        }
        if first &+ count != start {
            for index in first..<first &+ count { slate.cells.append(slate.cells[index]) }
            first = start
        }
        for _ in 0..<min(others, Self.mostCells &- count) { slate.cells.append(Slate.Cell(.null)) }
        roomEnd = slate.cells.count
    }

    /// Adds an attribute where room was made for it.
    @inline(__always)
    private mutating func add(name: (inout [UInt8]) -> Void, value: (inout FlagContext) -> Operand) {
        let bytes = slate.bytes.count
        let cells = slate.cells.count
        isTooMuch = first &+ count >= roomEnd
        name(&slate.bytes)
        let nameEnd = slate.bytes.count
        let mark = NameMark.of(slate, from: bytes)
        let isClaimed = mark == Self.claimed && slate.bytes[bytes...].elementsEqual("$flagd".utf8)
        let operand = isTooMuch || isClaimed ? .null : value(&self)
        if isTooMuch || isClaimed || slate.bytes.count > Self.mostBytes {
            slate.bytes.removeSubrange(bytes...)
            slate.cells.removeSubrange(cells...)
            if !isClaimed { dropped += 1 }
        } else {
            slate.cells[first &+ count] = Slate.Cell(
                operand, nameStart: bytes, nameCount: nameEnd &- bytes, mark: mark)
            count &+= 1
        }
    }
}

extension FlagContext {
    /// Puts a value with everything in it on the slate.
    private mutating func place(_ value: Value, depth: Int) -> Operand {
        switch value {
        case .null: return .null
        case .boolean(let boolean): return .boolean(boolean)
        case .integer(let integer): return .integer(integer)
        case .number(let number): return .number(number)
        case .text(let text): return placeText { $0.append(contentsOf: text.utf8) }
        case .list(let list):
            guard let start = room(for: list.count, depth: depth) else { return .null }
            for (index, element) in list.enumerated() {
                slate.cells[start &+ index] = Slate.Cell(place(element, depth: depth + 1))
            }
            return .list(in: .context, start: start, count: list.count)
        case .object(let members):
            guard let start = room(for: members.count, depth: depth) else { return .null }
            for (index, member) in members.enumerated() {
                setMember(start &+ index, name: { $0.append(contentsOf: member.name.utf8) }) {
                    $0.place(member.value, depth: depth + 1)
                }
            }
            return .object(in: .context, start: start, count: members.count)
        }
    }

    private mutating func place(_ node: JSONNode, depth: Int) -> Operand {
        switch node.kind {
        case .null: return .null
        case .boolean(let boolean): return .boolean(boolean)
        case .integer(let integer): return .integer(integer)
        case .number(let number): return .number(number)
        case .text: return placeText { node.appendText(to: &$0) }
        case .list(let count):
            guard let start = room(for: count, depth: depth) else { return .null }
            var index = start
            node.forEachElement { element in
                slate.cells[index] = Slate.Cell(place(element, depth: depth + 1))
                index &+= 1
            }
            return .list(in: .context, start: start, count: count)
        case .object(let count):
            guard let start = room(for: count, depth: depth) else { return .null }
            var index = start
            node.forEachMember { name, value in
                setMember(index, name: { name.appendText(to: &$0) }) { $0.place(value, depth: depth + 1) }
                index &+= 1
            }
            return .object(in: .context, start: start, count: count)
        }
    }

    @inline(__always)
    private mutating func placeText(_ text: (inout [UInt8]) -> Void) -> Operand {
        let start = slate.bytes.count
        text(&slate.bytes)
        return .text(in: .context, start: start, count: slate.bytes.count &- start)
    }

    /// Makes room for cells side by side; nil where there is none, or where it would lie too deep.
    private mutating func room(for others: Int, depth: Int) -> Int? {
        guard depth < Self.mostDepth, slate.cells.count &+ others <= Self.mostCells,
            slate.bytes.count <= Self.mostBytes, !isTooMuch
        else {
            isTooMuch = true
            return nil
        }
        let start = slate.cells.count
        for _ in 0..<others { slate.cells.append(Slate.Cell(.null)) }
        return start
    }

    private mutating func setMember(
        _ index: Int, name: (inout [UInt8]) -> Void, value: (inout FlagContext) -> Operand
    ) {
        let start = slate.bytes.count
        name(&slate.bytes)
        let count = slate.bytes.count &- start
        let mark = NameMark.of(slate, from: start)
        slate.cells[index] = Slate.Cell(value(&self), nameStart: start, nameCount: count, mark: mark)
    }
}

extension NameMark {
    /// The mark of the text that a slate's bytes end with.
    fileprivate static func of(_ slate: Slate, from start: Int) -> UInt32 {
        unsafe slate.bytes.withUnsafeBufferPointer { unsafe of(TextRun(UnsafeBufferPointer(rebasing: $0[start...]))) }
    }
}

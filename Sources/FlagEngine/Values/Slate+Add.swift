internal import FeatureKit

extension Slate {
    /// Adds a text's bytes.
    mutating func add(_ text: String, in place: Operand.Place) -> Operand {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        return .text(in: place, start: start, count: bytes.count - start)
    }

    /// Adds a value with everything in it.
    mutating func add(_ value: Value, in place: Operand.Place) -> Operand {
        switch value {
        case .null: return .null
        case .boolean(let boolean): return .boolean(boolean)
        case .integer(let integer): return .integer(integer)
        case .number(let number): return .number(number)
        case .text(let text): return add(text, in: place)
        case .list(let list):
            // Side by side: first the cells, then what is in them.
            let start = cells.count
            for _ in list { cells.append(Cell(.null)) }
            for (index, element) in list.enumerated() { cells[start + index].value = add(element, in: place) }
            return .list(in: place, start: start, count: list.count)
        case .object(let members):
            let start = cells.count
            for _ in 0..<members.count { cells.append(Cell(.null)) }
            for (index, member) in members.enumerated() {
                let name = add(member.name, in: place)
                let value = add(member.value, in: place)
                cells[start + index] = Cell(
                    value, nameStart: name.start, nameCount: name.count, mark: NameMark.of(member.name))
            }
            return .object(in: place, start: start, count: members.count)
        }
    }
}

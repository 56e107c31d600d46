extension FlagContext {
    /// The text that an attribute holds; nil where it holds none.
    package func text(_ name: String) -> String? {
        var name = name
        return name.withUTF8 { bytes in
            let name = unsafe TextRun(bytes)
            let mark = NameMark.of(name)
            let root = root
            return slate.lend { slate in
                // From the last one: of two with one name that one counts.
                for index in (root.start..<root.start &+ root.count).reversed() where slate.cells[index].mark == mark {
                    let cell = slate.cells[index]
                    let found = unsafe TextRun(
                        slate.bytes.part(from: Int(cell.nameStart), count: Int(cell.nameCount)))
                    guard found.isSame(as: name) else { continue }
                    guard cell.value.kind == .text else { return nil }
                    return unsafe TextRun(
                        slate.bytes.part(from: cell.value.start, count: cell.value.count)
                    ).string
                }
                return nil
            }
        }
    }
}

extension FlagContext {
    /// The text that an attribute holds; nil where it holds none.
    package func text(_ name: String) -> String? {
        var text: String?
        withText(name) { bytes in text = unsafe bytes.withUnsafeBufferPointer { unsafe TextRun($0).string } }
        return text
    }

    /// Lends the text that an attribute holds; nothing where it holds none.
    package func withText(_ name: String, _ body: (borrowing Span<UInt8>) -> Void) {
        var name = name
        name.withUTF8 { bytes in
            let name = unsafe TextRun(bytes)
            let mark = NameMark.of(name)
            let root = root
            slate.lend { slate in
                // From the last one: of two with one name that one counts.
                for index in (root.start..<root.start &+ root.count).reversed() where slate.cells[index].mark == mark {
                    let cell = slate.cells[index]
                    let found = unsafe TextRun(
                        slate.bytes.part(from: Int(cell.nameStart), count: Int(cell.nameCount)))
                    guard found.isSame(as: name) else { continue }
                    guard cell.value.kind == .text else { return }
                    let text = unsafe slate.bytes.part(from: cell.value.start, count: cell.value.count)
                    return unsafe body(Span(_unsafeElements: text))
                }
            }
        }
    }
}

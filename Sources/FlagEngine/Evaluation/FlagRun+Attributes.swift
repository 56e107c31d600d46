extension FlagRun {
    /// What an attribute holds; nil where it is not there.
    ///
    /// - Parameters:
    ///   - index: Of the program's attributes.
    ///   - scope: An object or a list to look in, `root` as a rule.
    @inline(__always)
    mutating func attribute(_ index: Int32, of scope: Operand) -> Operand? {
        let reference = program.attributes[Int(index)]
        return switch reference.kind {
        case .name: member(reference.name.name, mark: reference.name.mark, of: scope)
        case .nameOrPath:
            member(reference.name.name, mark: reference.name.mark, of: scope) ?? path(reference, of: scope)
        case .path: path(reference, of: scope)
        case .now: .integer(now)
        case .flag: key
        }
    }

    @inline(never)
    private mutating func path(_ reference: AttributeReference, of scope: Operand) -> Operand? {
        var value = scope
        for index in 0..<Int(reference.partCount) {
            let part = program.parts[Int(reference.firstPart) &+ index]
            guard let next = step(into: value, part.name, mark: part.mark, index: Int(part.index)) else { return nil }
            value = next
        }
        return value
    }

    /// The member of an object or the element of a list that a part of a path says.
    private mutating func step(into value: Operand, _ name: Operand, mark: UInt32, index: Int) -> Operand? {
        switch value.kind {
        case .object:
            if let member = member(name, mark: mark, of: value) { return member }
            return isRoot(value) && withText(name, Self.isOverlay) ? overlay() : nil
        case .list: return index >= 0 && index < value.count ? cell(index, of: value).value : nil
        default: return nil
        }
    }

    /// Whether an object is the caller's attributes as a whole.
    private func isRoot(_ object: Operand) -> Bool {
        object.place == .context && object.start == root.start && object.count == root.count
    }

    private static func isOverlay(_ name: TextRun) -> Bool {
        let overlay: StaticString = "$flagd"
        return unsafe name.isSame(
            as: TextRun(UnsafeBufferPointer(start: overlay.utf8Start, count: overlay.utf8CodeUnitCount)))
    }

    /// What flagd adds to every caller: the flag's key and the time.
    private mutating func overlay() -> Operand {
        let first = scratch.cells.count
        addCell("flagKey", key)
        addCell("timestamp", .integer(now))
        return .object(in: .scratch, start: first, count: 2)
    }

    private mutating func addCell(_ name: StaticString, _ value: Operand) {
        let text = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let start = scratch.bytes.count
        unsafe scratch.bytes.append(contentsOf: text)
        scratch.cells.append(
            Slate.Cell(value, nameStart: start, nameCount: text.count, mark: unsafe NameMark.of(TextRun(text))))
    }

    /// The member of an object by its name; nil where there is none.
    @inline(__always)
    mutating func member(_ name: Operand, mark: UInt32, of object: Operand) -> Operand? {
        guard object.kind == .object else { return nil }
        // The later ones count.
        var index = object.count &- 1
        while index >= 0 {
            let cell = cell(index, of: object)
            if cell.mark == mark, isSame(self.name(of: cell, in: object), name) { return cell.value }
            index &-= 1
        }
        return nil
    }

    /// The member or element that a path says which is known only now; nil where there is none.
    mutating func find(_ path: Operand, in scope: Operand) -> Operand? {
        var value = scope
        var start = 0
        let parts = withText(path) { text in (0..<text.count).count { text[$0] == UInt8(ascii: ".") } } &+ 1
        for _ in 0..<parts {
            let (end, mark, index) = withText(path) { text in
                var end = start
                var index = 0
                while end < text.count, text[end] != UInt8(ascii: ".") {
                    let digit = Int(text[end]) &- Int(UInt8(ascii: "0"))
                    index = index < 0 || index > 1 << 32 || digit < 0 || digit > 9 ? -1 : index &* 10 &+ digit
                    end &+= 1
                }
                let part = unsafe TextRun(UnsafeBufferPointer(rebasing: text.bytes[start..<end]))
                return (end, NameMark.of(part), end == start ? -1 : index)
            }
            let name = Operand.text(in: path.place, start: path.start &+ start, count: end &- start)
            guard let next = step(into: value, name, mark: mark, index: index) else { return nil }
            value = next
            start = end &+ 1
        }
        return value
    }
}

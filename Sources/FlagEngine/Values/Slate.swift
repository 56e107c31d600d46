/// Values side by side without references: texts in one run of bytes, elements and members in one run of cells.
///
/// Its memory is used again when it is wiped, so that in the long run nothing is allocated.
package struct Slate: Sendable {
    /// An element of a list or a member of an object.
    package struct Cell: Sendable, BitwiseCopyable {
        package var value: Operand
        /// Of a member: where its name's bytes lie on the same slate.
        package var nameStart: UInt32
        package var nameCount: UInt32
        /// Of a member: `NameMark` of its name, by which most others are passed by.
        package var mark: UInt32

        package init(_ value: Operand, nameStart: Int = 0, nameCount: Int = 0, mark: UInt32 = 0) {
            self.value = value
            self.nameStart = UInt32(truncatingIfNeeded: nameStart)
            self.nameCount = UInt32(truncatingIfNeeded: nameCount)
            self.mark = mark
        }
    }

    package var bytes: [UInt8] = []
    package var cells: [Cell] = []

    package init() {}

    /// Forgets everything and keeps the memory.
    package mutating func wipe() {
        if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
        if !cells.isEmpty { cells.removeAll(keepingCapacity: true) }
    }
}

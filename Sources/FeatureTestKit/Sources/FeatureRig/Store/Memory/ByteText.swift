/// A text that is equal to another by its bytes alone, as in files: Swift takes é and e with an accent for the same.
package struct ByteText: Hashable, Comparable {
    package let text: String
    package init(_ text: String) { self.text = text }
    package static func == (left: ByteText, right: ByteText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    package static func < (left: ByteText, right: ByteText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
    package func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}

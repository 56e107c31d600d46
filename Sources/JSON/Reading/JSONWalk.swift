/// Walks over a document in the order of its text, for readers that want to know where everything stands.
package struct JSONWalk: Sequence, IteratorProtocol {
    /// A name or a value.
    ///
    /// A list is followed by its elements; a mapping by a name and a value for each member.
    package enum Part: Equatable {
        /// A name or a text, without quotes and escapes.
        case text(String)
        /// A number or a word, as it is written.
        case word(String)
        case list(count: Int)
        case mapping(count: Int)
    }

    private let tape: JSONTape
    private var index = 0

    fileprivate init(_ tape: JSONTape) { self.tape = tape }

    /// The next part, and where it begins, in bytes from the start.
    package mutating func next() -> (part: Part, offset: Int)? {
        guard index < tape.tokenCount else { return nil }
        defer { index += 1 }
        return tape.lend { view in
            let token = view[index]
            let start = Int(token.start)
            switch token.kind {
            case .text: return (.text(view.text(index)), start - 1)
            case .list: return (.list(count: token.count), start)
            case .object: return (.mapping(count: token.count), start)
            case .null, .no, .yes, .integer, .number: return (.word(view.word(at: start)), start)
            }
        }
    }
}

extension JSONTape {
    package var walk: JSONWalk { JSONWalk(self) }
}

extension TapeView {
    /// The number or the word that begins at an offset.
    fileprivate func word(at start: Int) -> String {
        var end = start
        while Self.isOfWord(self[byte: end]) { end += 1 }
        return unsafe withBytes(from: start, count: end - start) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

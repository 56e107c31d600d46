/// A value of a document that is walked over in place, without a copy of it.
///
/// It points into the document's memory and lives no longer than the call of `JSONTape.walk` that lends it.
package struct JSONNode {
    package enum Kind {
        case null
        case boolean(Bool)
        case integer(Int64)
        case number(Double)
        case text
        /// With so many elements.
        case list(Int)
        /// With so many members.
        case object(Int)
    }

    private let tape: TapeView
    private let index: Int

    init(tape: TapeView, index: Int) {
        self.tape = tape
        self.index = index
    }

    package var kind: Kind {
        let token = tape[index]
        return switch token.kind {
        case .null: .null
        case .no: .boolean(false)
        case .yes: .boolean(true)
        case .integer: .integer(token.integer)
        case .number: .number(token.number)
        case .text: .text
        case .list: .list(token.count)
        case .object: .object(token.count)
        }
    }

    /// The member of an object by its name; nil for anything else and where there is none.
    package func member(_ name: String) -> JSONNode? {
        guard tape[index].kind == .object else { return nil }
        var found: JSONNode?
        tape.forEachMember(of: index) { place, value in
            if found == nil, tape.text(place, equals: name) { found = JSONNode(tape: tape, index: value) }
        }
        return found
    }

    /// Walks over the names and values of an object; over nothing of anything else.
    package func forEachMember(_ body: (_ name: JSONNode, _ value: JSONNode) -> Void) {
        guard tape[index].kind == .object else { return }
        tape.forEachMember(of: index) { body(JSONNode(tape: tape, index: $0), JSONNode(tape: tape, index: $1)) }
    }

    /// Walks over the elements of a list; over nothing of anything else.
    package func forEachElement(_ body: (JSONNode) -> Void) {
        guard tape[index].kind == .list else { return }
        tape.forEachElement(of: index) { body(JSONNode(tape: tape, index: $0)) }
    }

    /// Adds the bytes of a text, as UTF-8 and without its escapes; nothing of anything else.
    package func appendText(to bytes: inout [UInt8]) { tape.append(index, to: &bytes) }

    /// Whether it is this text.
    package func isText(_ text: String) -> Bool { tape[index].kind == .text && tape.text(index, equals: text) }
}

extension JSONTape {
    /// Lends the document's value to be walked over.
    package func walk<Result>(_ body: (JSONNode) -> Result) -> Result {
        lend { body(JSONNode(tape: $0, index: 0)) }
    }
}

/// A field whose value is a list of words, such as `Connection` or `Vary`.
package enum FieldList {
    /// Whether the list has a word, in either case; the word itself is in lower case.
    package static func contains(_ field: String, _ word: StaticString) -> Bool {
        let field = field.utf8.span
        var list = TokenList(0..<field.count)
        while let token = list.next(field) {
            if field.isWord(word, in: token) { return true }
        }
        return false
    }
}

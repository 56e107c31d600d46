/// The field `Accept` (RFC 9110, 12.5.1).
package enum AcceptField {
    /// Whether a client takes a type: the most exact range that names it decides, and a weight of zero is a no.
    ///
    /// Parameters other than the weight are not compared. A field without a range that can be read takes everything.
    package static func accepts(_ field: String, _ type: String) -> Bool {
        let field = field.utf8.span
        let wanted = type.lowercased()
        let family = wanted.prefix { $0 != "/" } + "/*"
        var list = TokenList(0..<field.count)
        var best = (exactness: 0, isTaken: true)
        while let element = list.next(field) {
            let end = field.firstIndex(of: UInt8(ascii: ";"), in: element) ?? element.upperBound
            let range = field.text(field.trimmed(element.lowerBound..<end)).lowercased()
            guard range.utf8.contains(UInt8(ascii: "/")) else { continue }
            let exactness = range == wanted ? 4 : range == family ? 3 : range == "*/*" ? 2 : 1
            let isTaken = exactness > 1 && !hasZeroWeight(field, end..<element.upperBound)
            if exactness > best.exactness { best = (exactness, isTaken) }
        }
        return best.isTaken
    }

    private static func hasZeroWeight(_ field: borrowing Span<UInt8>, _ parameters: Range<Int>) -> Bool {
        var start = parameters.lowerBound
        while start < parameters.upperBound {
            let end =
                field.firstIndex(of: UInt8(ascii: ";"), in: start..<parameters.upperBound) ?? parameters.upperBound
            let parameter = field.trimmed(start..<end)
            if parameter.count > 2, field.isWord("q=", in: parameter.lowerBound..<(parameter.lowerBound + 2)) {
                return isZero(field, (parameter.lowerBound + 2)..<parameter.upperBound)
            }
            start = end + 1
        }
        return false
    }

    /// `0`, `0.` and up to three zeros behind it.
    private static func isZero(_ field: borrowing Span<UInt8>, _ weight: Range<Int>) -> Bool {
        for place in weight where field[place] != UInt8(ascii: "0") && field[place] != UInt8(ascii: ".") {
            return false
        }
        return true
    }
}

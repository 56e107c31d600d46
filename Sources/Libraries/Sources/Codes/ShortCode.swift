/// Codes of letters and digits that nobody confuses on paper or on a screen: no 0 and O, no 1, I and L, no U and V.
public enum ShortCode {
    static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTWXYZ")

    /// A code of so many letters; eight are one of 500,000 million.
    public static func random(_ length: Int, using generator: inout some RandomNumberGenerator) -> String {
        String((0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] })
    }

    /// A code as it is stored, from what somebody typed: in capitals, without spaces and dashes; nil where it has a letter
    /// that codes do not have.
    public static func normalized(_ typed: String) -> String? {
        let code = typed.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        return !code.isEmpty && code.allSatisfy(alphabet.contains) ? code : nil
    }
}

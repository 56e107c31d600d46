@_spi(Hosting) internal import FeatureKit

/// A first line with a checksum of what follows: `flagstand 1 sha256 DIGEST BYTES`.
///
/// A file without the line is taken as it is: older hosts wrote none, and a person who repairs a file removes it.
enum Seal {
    /// What a sealed file begins with.
    static let mark = "flagstand 1 sha256 "
    /// The length of a digest in hexadecimal digits.
    private static let digits = 64
    /// The most digits that the number of bytes has.
    private static let mostDigits = 10
    /// The most bytes of the line, with its end.
    static let mostBytes = mark.utf8.count + digits + 1 + mostDigits + 1

    /// Why a file can't be used.
    enum Fault: Error, Sendable, Equatable {
        case empty
        case brokenLine
        case cutOff(bytes: Int, of: Int)
        case damaged
    }

    static func sealed(_ content: [UInt8]) -> [UInt8] {
        Array("\(mark)\(SHA256.hexDigest(of: content)) \(content.count)\n".utf8) + content
    }

    /// What was sealed.
    static func content(of file: [UInt8]) throws(Fault) -> [UInt8] {
        guard !file.isEmpty else { throw .empty }
        guard isMeant(in: file) else { return file }
        guard let end = file.prefix(mostBytes).firstIndex(of: UInt8(ascii: "\n")) else { throw .brokenLine }
        let line = String(decoding: file[..<end], as: UTF8.self)
        let words = line.dropFirst(mark.count).split(separator: " ", omittingEmptySubsequences: false)
        guard line.hasPrefix(mark), words.count == 2, words[0].utf8.count == digits, let count = Int(words[1])
        else { throw .brokenLine }
        let content = Array(file[(end + 1)...])
        guard content.count >= count else { throw .cutOff(bytes: content.count, of: count) }
        guard content.count == count, SHA256.hexDigest(of: content) == words[0] else { throw .damaged }
        return content
    }

    /// Whether a file begins with the mark, or with what damage has left of it: the line must not be taken for content.
    private static func isMeant(in file: [UInt8]) -> Bool {
        let pairs = zip(mark.utf8, file)
        return pairs.count { $0 == $1 } * 2 > min(mark.utf8.count, file.count)
    }
}

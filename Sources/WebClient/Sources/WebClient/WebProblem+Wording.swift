@_spi(Hosting) internal import FeatureKit
internal import Glibc

extension WebProblem: CustomStringConvertible {
    /// What is wrong with the address, as an operator reads it; the address stands before it.
    public var description: String {
        switch reason {
        case .status(let status): "the server answers \(status)"
        case .tooLarge(let most): "is larger than \(Self.size(most)), the most that is read"
        case .tooSlow(let limit): "took longer than \(DurationText.print(limit))"
        case .silent(let limit): "said nothing for \(DurationText.print(limit))"
        case .tooManyRedirects(let most): "points elsewhere more than \(most) times"
        case .lessSecure: "points from https to http, where anybody could answer"
        case .brokenOff(let count, let all):
            "broke off before its answer was whole, after \(count)"
                + (all.map { " of \($0) bytes" } ?? (count == 1 ? " byte" : " bytes"))
        case .empty: "answers with nothing"
        case .packed(let name):
            "comes packed as \(Value.text(String(name.prefix(Self.longestName))).json), which was not asked for"
        case .notHTTP: "does not answer as an HTTP server does"
        case .stopped: "was given up because the host stops"
        case .noThread(let code): "cannot be asked: no thread: \(unsafe String(cString: strerror(code)))"
        case .notPublic: "has a private address, which is not asked"
        case .brokenField(let name): "cannot be asked: the field \(name) has a line break in it"
        case .tooMany(let most): "was not asked: \(most) requests are under way"
        case .notReached(let words): "cannot be reached: \(words)"
        }
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case (1 << 20)...: "\(bytes >> 20) MiB"
        case (1 << 10)...: "\(bytes >> 10) KiB"
        default: "\(bytes) bytes"
        }
    }

    /// How much is shown of what a server calls something.
    private static let longestName = 64
}

/// Addresses as they are shown, without what may be secret in them.
public enum ShownAddress {
    /// An address without its name, password, query and fragment.
    public static func of(_ address: String) -> String {
        let (scheme, rest) =
            address.firstRange(of: "://").map { (address[..<$0.upperBound], address[$0.upperBound...]) }
            ?? ("", address[...])
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        let authority = path.prefix { $0 != "/" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return "\(scheme)\(host)\(path.dropFirst(authority.count))"
    }

    /// A text with addresses in it, without the names and passwords that stand before an `@` in them.
    public static func withoutUsers(_ text: String) -> String {
        var shown = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "://")?.upperBound {
            shown += rest[..<start]
            rest = rest[start...]
            let authority = rest.prefix { !"/?#".contains($0) && !$0.isWhitespace }
            if let at = authority.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        }
        return shown + rest
    }
}

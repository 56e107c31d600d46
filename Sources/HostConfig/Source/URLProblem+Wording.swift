@_spi(Hosting) internal import FeatureKit
internal import HostSystem

extension URLProblem: CustomStringConvertible {
    /// The problem as an operator reads it; an address keeps its password and its query to itself.
    package var description: String { "\(Self.shown(address)): error: \(message)" }

    /// What is wrong with the address.
    package var message: String {
        switch reason {
        case .status(let status): "the server answers \(status)"
        case .tooLarge(let most): "is larger than \(most / 1024 / 1024) MiB, the most that is read"
        case .tooSlow(let limit): "took longer than \(DurationText.print(limit))"
        case .tooManyRedirects(let most): "points elsewhere more than \(most) times"
        case .lessSecure: "points from https to http, where anybody could answer"
        case .brokenOff: "broke off before its answer was whole"
        case .empty: "answers with nothing"
        case .packed(let name): "comes packed as \(Printable.quoted(Printable.escaped(name))), which was not asked for"
        case .notHTTP: "does not answer as an HTTP server does"
        case .stopped: "was given up because the host stops"
        case .noThread(let error): "cannot be asked: no thread: \(error)"
        case .notReached(let words): "cannot be reached: \(words)"
        }
    }

    /// An address without what may be secret in it.
    package static func shown(_ address: String) -> String {
        let (scheme, rest) =
            address.firstRange(of: "://").map { (address[..<$0.upperBound], address[$0.upperBound...]) }
            ?? ("", address[...])
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        let authority = path.prefix { $0 != "/" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return "\(scheme)\(host)\(path.dropFirst(authority.count))"
    }

    /// A text with addresses in it, without the names and passwords that stand before an `@` in them.
    package static func withoutUsers(_ text: String) -> String {
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

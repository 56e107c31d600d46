/// Where a secret is kept; the only way in which a document speaks of one.
package struct SecretReference: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of places.
    package enum Place: Sendable, Hashable {
        /// A variable of the host's environment.
        case environment(String)
        /// A file, by its absolute path.
        case file(String)
    }

    package let place: Place

    /// Reads `env:NAME` or `file:/path`; a relative path starts at the document's folder.
    init?(_ text: String, origin: Origin) {
        if text.hasPrefix("env:") {
            let name = text.dropFirst(4)
            guard Self.isVariable(name) else { return nil }
            place = .environment(String(name))
        } else if text.hasPrefix("file:") {
            let path = text.dropFirst(5)
            guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
            place = .file(origin.absolute(String(path)))
        } else {
            return nil
        }
    }

    /// The reference as it is written.
    package var description: String {
        switch place {
        case .environment(let name): "env:\(name)"
        case .file(let path): "file:\(path)"
        }
    }

    private static func isVariable(_ name: Substring) -> Bool {
        let isFirst: (UInt8) -> Bool = { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
        }
        guard let first = name.utf8.first, isFirst(first) else { return false }
        return name.utf8.allSatisfy { isFirst($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

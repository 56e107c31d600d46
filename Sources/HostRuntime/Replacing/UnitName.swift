/// Which copy of a unit a feature runs from: `1.3.0@` and the SHA-256 of everything in it.
package struct UnitName: Sendable, Hashable, CustomStringConvertible {
    package let version: String
    package let digest: String

    package init(version: String, digest: String) {
        self.version = version
        self.digest = digest
    }

    /// Reads what `description` writes.
    init?(_ text: String) {
        guard let at = text.lastIndex(of: "@") else { return nil }
        let (version, digest) = (String(text[..<at]), String(text[text.index(after: at)...]))
        guard !version.isEmpty, version.unicodeScalars.count <= Overrides.longestName, digest.utf8.count == 64,
            digest.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.init(version: version, digest: digest)
    }

    package var description: String { "\(version)@\(digest)" }
}

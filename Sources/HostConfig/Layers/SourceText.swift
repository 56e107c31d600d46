/// What a source said: a file, or what came from an address.
package struct SourceText: Sendable, Hashable {
    /// As the operator knows it; it stands in diagnostics.
    package let name: String
    package let bytes: [UInt8]
    /// What a server said that it is.
    package let contentType: String?

    package init(name: String, bytes: [UInt8], contentType: String? = nil) {
        self.name = name
        self.bytes = bytes
        self.contentType = contentType
    }
}

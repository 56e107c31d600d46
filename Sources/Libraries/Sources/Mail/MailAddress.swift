/// The address of a mailbox, with the name of who has it.
public struct MailAddress: Sendable, Equatable {
    /// The longest address that servers take.
    private static let mostBytes = 254

    /// The name that a reader sees.
    public let name: String?
    /// The address itself, such as `ada@example.org`.
    public let address: String

    /// An address that is checked when a mail is made of it.
    public init(_ address: String, name: String? = nil) { (self.address, self.name) = (address, name) }

    /// Whether it can stand in a mail and in what is said to a server: ASCII, one `@`, nothing that has to be quoted.
    public var isValid: Bool {
        let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && address.utf8.count <= Self.mostBytes
            && address.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"()<>[]:;,\""#.utf8.contains($0) }
    }
}

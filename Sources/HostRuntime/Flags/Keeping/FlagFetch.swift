/// What came of asking an address for its flags.
package enum FlagFetch: Sendable {
    case fresh(bytes: [UInt8], contentType: String?, tag: String?)
    /// The same as the tag that came along says.
    case unchanged
    /// Why nothing came.
    case failed(String)

    /// Asks an address.
    package typealias Ask =
        @Sendable (_ address: String, _ timeout: Duration, _ tag: String?) async -> FlagFetch
}

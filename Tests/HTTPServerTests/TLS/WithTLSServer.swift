@testable import HTTPServer

extension RunningServer {
    /// Connects by TLS and agrees.
    func connectSecurely(
        least: Int32 = TLSVersion.two, most: Int32 = TLSVersion.three, resuming former: TLSClient? = nil
    ) async throws -> TLSClient {
        let client = try TLSClient(server.addresses[0], least: least, most: most, resuming: former)
        guard let client, try await client.shakeHands() else { throw TLSClient.TooSlow() }
        return client
    }
}

/// The versions, by their numbers.
enum TLSVersion {
    static let zero: Int32 = 0x0301
    static let one: Int32 = 0x0302
    static let two: Int32 = 0x0303
    static let three: Int32 = 0x0304
}

/// Runs a server whose addresses speak TLS.
func withTLSServer(
    _ responder: any Responder = ScriptedResponder.echo, _ certificate: TestCertificate = .p256,
    loops: Int = 1, _ change: (inout ServerLimits) -> Void = { _ in },
    _ body: (RunningServer, TLSKeeper) async throws -> Void
) async throws {
    let keeper = try TLSKeeper(TLSIdentity(certificate: certificate.certificate, key: certificate.key))
    try await withServer(responder, loops: loops, tls: keeper, change) { try await body($0, keeper) }
}

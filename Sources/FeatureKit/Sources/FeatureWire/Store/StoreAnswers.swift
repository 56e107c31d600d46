@_spi(Hosting) internal import FeatureKit

/// How the host answers what a worker asks its store.
struct StoreAnswers: Sendable {
    private let access: StoreAccess
    let send: @Sendable (WireMessage) -> Void

    init(_ access: StoreAccess, _ send: @escaping @Sendable (WireMessage) -> Void) {
        self.access = access
        self.send = send
    }

    func reply(to conversation: UInt32, _ write: (inout WireWriter) -> Void) {
        send(WireMessage(.reply, conversation, writing: write))
    }

    func refuse(_ conversation: UInt32, _ refusal: StoreRefusal) {
        send(WireMessage(.refusal, conversation) { $0.storeRefusal(refusal) })
    }

    /// Answers with what `work` makes, or with why it could not.
    func answer(_ conversation: UInt32, with work: (inout WireWriter) async throws -> Void) async {
        var writer = WireWriter()
        do {
            try await work(&writer)
            send(WireMessage(.reply, conversation, writer.bytes))
        } catch { refuse(conversation, StoreRefusal(error, of: access.feature)) }
    }
}

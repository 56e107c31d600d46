@_spi(Hosting) internal import FeatureKit

/// How a feature's store is asked over the wire, with refusals in the words of the kit.
struct RemoteStore: Sendable {
    let feature: String
    let calls: WireCalls

    /// The host answers or goes: how long a transaction takes is its own affair.
    private static let patience = Duration.seconds(86_400)

    /// Asks and reads the answer, holding the thread.
    func ask<Content>(
        _ kind: WireKind, _ write: (inout WireWriter) -> Void,
        reading: (inout WireReader) throws(WireError) -> Content
    ) throws -> Content {
        let answer: WireMessage
        do { answer = try calls.askBlocking(kind, within: Self.patience, writing: write) } catch {
            throw refusal(error)
        }
        return try read(answer, reading)
    }

    /// The same in a session, where a refusal is an error of the store and nothing else.
    func operate<Content>(
        _ write: (inout WireWriter) -> Void, reading: (inout WireReader) throws(WireError) -> Content
    ) throws(StoreError) -> Content {
        do { return try ask(.operation, write, reading: reading) } catch let error as StoreError { throw error } catch {
            throw StoreError(.unavailable, "\(feature): \(error)")
        }
    }

    /// Reads an answer.
    func read<Content>(
        _ answer: WireMessage, _ read: (inout WireReader) throws(WireError) -> Content
    ) throws -> Content {
        do {
            guard answer.kind == .refusal else { return try answer.read(read) }
            let refusal = try answer.read { (reader) throws(WireError) in try reader.storeRefusal() }
            throw refusal.thrown
        } catch let error as WireError { throw refusal(error) }
    }

    /// What a wire that does not serve means to a store's user.
    private func refusal(_ error: WireError) -> StoreError {
        if case .closed = error { return .stopped(feature) }
        return StoreError(.unavailable, "\(feature): the host's store can't be asked: \(error)")
    }
}

@_spi(Hosting) package import FeatureKit
package import HTTPServer
import Synchronization

/// Lets in who does not ask more often than the document allows; one for all loops of a server.
package final class Gate: Sendable {
    /// By what somebody was found to ask too often.
    package enum Measure: String, Sendable, CaseIterable {
        case address, caller, token
    }

    /// How many bad tokens an address may send in a minute.
    package static let mostBadTokens = 10

    private struct Counts: ~Copyable {
        let address = Atomic(0)
        let caller = Atomic(0)
        let token = Atomic(0)
    }

    private let addresses: RateGate<ClientNetwork>
    private let callers: RateGate<String>
    private let badTokens: RateGate<ClientNetwork>
    private let proxies = Lock(Proxies())
    /// Whether there is one, so that loops need not wait for each other where there is none.
    private let hasProxies = Atomic(false)
    private let limited = Counts()

    package init(clock: any ClockSource) {
        addresses = RateGate(clock: clock)
        callers = RateGate(clock: clock)
        badTokens = RateGate(
            TokenRate(interval: .seconds(60) / Self.mostBadTokens, burst: Self.mostBadTokens), clock: clock)
    }

    /// Lets each address and each user ask so often from now on; nil lets them ask as they like.
    func update(address: TokenRate?, caller: TokenRate?, proxies: Proxies) {
        addresses.update(address)
        callers.update(caller)
        self.proxies.withLock { $0 = proxies }
        hasProxies.store(!proxies.isEmpty, ordering: .releasing)
    }

    /// Finds out where a request comes from, once, before anyone asks; `Request.client` tells it from then on.
    func locate(_ request: Request) {
        guard hasProxies.load(ordering: .acquiring) else { return }
        let proxies = proxies.withLock { $0 }
        if let client = proxies.client(of: request) { request.note(client: client) }
    }

    /// Counts a request; how long its address has to wait, where it may not ask yet.
    func wait(ofAddress request: Request) -> Duration? {
        guard let wait = addresses.take(ClientNetwork(request.client)) else { return nil }
        limited.address.add(1, ordering: .relaxed)
        return wait
    }

    /// Counts a request of a user who has signed in; how long they have to wait, where they may not ask yet.
    func wait(ofCaller key: String) -> Duration? {
        guard let wait = callers.take(key) else { return nil }
        limited.caller.add(1, ordering: .relaxed)
        return wait
    }

    /// Refuses a token that would have to be checked, of an address that has sent too many bad ones.
    package func checkTokens(of request: Request) throws(Problem) {
        guard let wait = badTokens.wait(of: ClientNetwork(request.client)) else { return }
        limited.token.add(1, ordering: .relaxed)
        throw .tooManyBadTokens(wait)
    }

    /// Notes that a token was bad.
    package func noteBadToken(of request: Request) { _ = badTokens.take(ClientNetwork(request.client)) }

    /// How many requests were refused.
    package func limited(by measure: Measure) -> Int {
        switch measure {
        case .address: limited.address.load(ordering: .relaxed)
        case .caller: limited.caller.load(ordering: .relaxed)
        case .token: limited.token.load(ordering: .relaxed)
        }
    }
}

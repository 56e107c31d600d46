@_spi(Hosting) package import FeatureKit
import HTTPServer
import HostSystem
import Synchronization

/// The rate limits of the configuration; one object for all loops of a server.
package final class Rates: Sendable {
    /// The kind of a rate limit.
    package enum Measure: String, Sendable, CaseIterable {
        case address, caller, token
    }

    /// How many tokens with a bad signature an address may send at once, and half of them in each second.
    ///
    /// Each costs a look at its signature, twenty times what a request costs. There are no more of them from one
    /// address than that by mistake, also where thousands of people share one; those that are merely over don't count.
    package static let mostForged = 200

    private struct Counts: ~Copyable {
        let address = Atomic(0)
        let caller = Atomic(0)
        let token = Atomic(0)
    }

    private let addresses: RateGate<ClientNetwork>
    private let callers: RateGate<String>
    private let forgers: RateGate<ClientNetwork>
    private let proxies = Lock(Proxies())
    /// Whether there is one, so that loops need not wait for each other where there is none.
    private let hasProxies = Atomic(false)
    private let limited = Counts()

    package init(clock: any ClockSource) {
        addresses = RateGate(clock: clock)
        callers = RateGate(clock: clock)
        forgers = RateGate(
            TokenRate(interval: .seconds(2) / Self.mostForged, burst: Self.mostForged), clock: clock)
    }

    /// Sets the rate limits of each address and each user from now on; nil for none.
    func update(address: TokenRate?, caller: TokenRate?, proxies: Proxies) {
        addresses.update(address)
        callers.update(caller)
        self.proxies.withLock { $0 = proxies }
        hasProxies.store(!proxies.isEmpty, ordering: .releasing)
    }

    /// Determines the address that a request comes from, once, before it is used; `Request.client` has it from then on.
    func locate(_ request: Request) {
        guard hasProxies.load(ordering: .acquiring) else { return }
        proxies.withLock { $0 }.note(request)
    }

    /// Whether an address is that of a proxy.
    func isProxy(_ address: IPAddress) -> Bool {
        hasProxies.load(ordering: .acquiring) && proxies.withLock { $0 }.contain(address)
    }

    /// Counts a request and returns nil, or how long its address has to wait.
    func wait(ofAddress request: Request) -> Duration? {
        guard let wait = addresses.take(request.network) else { return nil }
        limited.address.add(1, ordering: .relaxed)
        return wait
    }

    /// Counts a request of a signed-in user and returns nil, or how long the user has to wait.
    func wait(ofCaller key: String) -> Duration? {
        guard let wait = callers.take(key) else { return nil }
        limited.caller.add(1, ordering: .relaxed)
        return wait
    }

    /// How long an address has to wait until an unknown token of it is checked; nil if it is checked at once.
    func wait(ofForger request: Request) -> Duration? { forgers.wait(of: request.network) }

    /// Notes that a token was forged.
    func noteForged(_ request: Request) { _ = forgers.take(request.network) }

    /// Notes that a token was not checked.
    func noteUnlooked() { limited.token.add(1, ordering: .relaxed) }

    /// How many requests were refused.
    package func limited(by measure: Measure) -> Int {
        switch measure {
        case .address: limited.address.load(ordering: .relaxed)
        case .caller: limited.caller.load(ordering: .relaxed)
        case .token: limited.token.load(ordering: .relaxed)
        }
    }
}

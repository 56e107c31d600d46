@_spi(Hosting) package import FeatureKit
internal import HostConfig

/// Follows the sources that a configuration names: watches files, polls addresses and keeps their last content.
package actor SourceFollower {
    /// How long a change waits for addresses that have never answered; short, since an operator waits too.
    static let patience = Duration.seconds(2)

    nonisolated let clock: any ClockSource
    nonisolated let log: Log
    nonisolated let ask: AddressAnswer.Ask
    package nonisolated let states: SourceStates
    /// The sources to follow; a slow reader gets only the newest list.
    nonisolated let wanted: AsyncStream<[FollowedSource]>
    private nonisolated let want: AsyncStream<[FollowedSource]>.Continuation
    /// The last content of each address.
    private var said: [String: SourceText] = [:]
    private var tags: [String: String] = [:]
    /// Why the last request to an address failed.
    private var silent: [String: String] = [:]
    /// The content that can't be used, so that the same content is not reported twice.
    private var refused: [String: SourceText] = [:]

    /// - Parameter ask: Fetches an address.
    package init(clock: any ClockSource, log: Log, ask: @escaping AddressAnswer.Ask) {
        self.clock = clock
        self.log = log
        self.ask = ask
        states = SourceStates(clock: clock, log: log)
        (wanted, want) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The last content of an address; nil where there is none.
    func text(of address: WebAddress) -> SourceText? { said[address.url] }

    /// Fetches the addresses without content, all at once, so that the timeouts of those that are down do not add up
    /// before a host starts.
    ///
    /// - Parameter limit: How long to wait for the answers; slower addresses are fetched again soon. Nil waits for all.
    func askFirst(_ addresses: [WebAddress], within limit: Duration? = nil) async {
        guard addresses.contains(where: { said[$0.url] == nil }) else { return }
        await withTaskGroup(of: (WebAddress, AddressAnswer)?.self) { group in
            var asked: Set<String> = []
            for address in addresses where said[address.url] == nil && asked.insert(address.url).inserted {
                group.addTask { [ask] in (address, await ask(address, nil)) }
            }
            var open = asked.count
            if let limit {
                group.addTask { [clock] in
                    try? await clock.sleep(until: clock.uptime + limit)
                    return nil
                }
            }
            while open > 0, case .some(let answered) = await group.next(), let (address, answer) = answered {
                tell(take(answer, of: address).complaint, of: address)
                open -= 1
            }
            group.cancelAll()
        }
    }

    /// Why the last request to an address failed; nil where it succeeded.
    func silence(of address: WebAddress) -> String? { silent[address.url] }

    /// The effect of an answer: whether the address's content or state has changed, and why it can't be fetched, where
    /// that is to be logged.
    typealias Taken = (isNews: Bool, complaint: String?)

    /// Handles the answer of an address.
    func take(_ answer: AddressAnswer, of address: WebAddress) -> Taken {
        switch answer {
        case .unchanged:
            let wasSilent = silent.removeValue(forKey: address.url) != nil
            guard refused[address.url] == nil else { return (wasSilent, nil) }
            return (states.note(address.shown, failing: nil), nil)
        case .failed(let why, _):
            let wasSilent = silent.updateValue(why, forKey: address.url) != nil
            return (!wasSilent, states.note(address.shown, failing: why) ? why : nil)
        case .fresh(let bytes, let contentType, let tag):
            let wasSilent = silent.removeValue(forKey: address.url) != nil
            tags[address.url] = tag
            let text = SourceText(name: address.shown, bytes: bytes, contentType: contentType)
            guard refused[address.url] != text else { return (wasSilent, nil) }
            refused[address.url] = nil
            let isNews = said[address.url] != text
            said[address.url] = text
            // The state of an address with new content is noted once that content has been checked.
            return (isNews || states.note(address.shown, failing: nil), nil)
        }
    }

    /// Logs why an address can't be fetched.
    nonisolated func tell(_ complaint: String?, of address: WebAddress) {
        guard let complaint else { return }
        log.warning("a source can't be fetched", [("source", address.shown), ("because", complaint)])
    }

    /// Whether an address has neither content nor a failure yet.
    func hasNotAnswered(_ address: WebAddress) -> Bool {
        said[address.url] == nil && !states.all.contains { $0.name == address.shown && $0.failure != nil }
    }

    /// The tag of an address's last answer.
    func tag(of address: WebAddress) -> String? { tags[address.url] }

    /// Notes that the content of an address can be used.
    func accept(_ address: WebAddress) {
        refused[address.url] = nil
        states.note(address.shown, failing: nil)
    }

    /// Notes that the content of an address can't be used.
    func refuse(_ address: WebAddress, because reason: String) {
        refused[address.url] = said[address.url]
        states.note(address.shown, failing: reason)
    }

    /// Follows these sources from now on, and forgets all others.
    func follow(_ sources: [FollowedSource]) {
        let names = Set(sources.map(\.name))
        said = said.filter { names.contains($0.key) }
        tags = tags.filter { names.contains($0.key) }
        silent = silent.filter { names.contains($0.key) }
        refused = refused.filter { names.contains($0.key) }
        states.keep(sources.map(\.shownName))
        want.yield(sources)
    }
}

@_spi(Hosting) package import FeatureKit
internal import HostConfig

/// Follows the sources that a document names: watches files, asks addresses again and again, and holds what these said
/// last.
package actor SourceFollower {
    /// How long a change waits for addresses that never said anything: operators must not have to.
    static let patience = Duration.seconds(2)

    nonisolated let clock: any ClockSource
    nonisolated let log: Log
    nonisolated let ask: AddressAnswer.Ask
    package nonisolated let states: SourceStates
    /// The sources that are to be followed; whoever is slow gets the newest only.
    nonisolated let wanted: AsyncStream<[FollowedSource]>
    private nonisolated let want: AsyncStream<[FollowedSource]>.Continuation
    /// What an address said last.
    private var said: [String: SourceText] = [:]
    private var tags: [String: String] = [:]
    /// Why nothing came where an address was asked last.
    private var silent: [String: String] = [:]
    /// What of it can't be used: the same once more is no news.
    private var refused: [String: SourceText] = [:]

    /// - Parameter ask: Asks addresses.
    package init(clock: any ClockSource, log: Log, ask: @escaping AddressAnswer.Ask) {
        self.clock = clock
        self.log = log
        self.ask = ask
        states = SourceStates(clock: clock, log: log)
        (wanted, want) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// What an address said last; nil where that was nothing, or nothing that could be used.
    func text(of address: WebAddress) -> SourceText? { said[address.url] }

    /// Asks the addresses that have not said anything yet, side by side: the waits for those that are down must not add
    /// up before a host starts.
    ///
    /// - Parameter limit: How long to wait for them, where others wait meanwhile; who is slower is asked again soon.
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

    /// Why nothing came where an address was asked last; nil where something did.
    func silence(of address: WebAddress) -> String? { silent[address.url] }

    /// What an answer means: whether the address says something new or does otherwise than before, and why it can't be
    /// fetched, where that is to be logged.
    typealias Taken = (isNews: Bool, complaint: String?)

    /// Takes what an address answered.
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
            // What is new is looked at first.
            return (isNews || states.note(address.shown, failing: nil), nil)
        }
    }

    /// Logs why an address can't be fetched.
    nonisolated func tell(_ complaint: String?, of address: WebAddress) {
        guard let complaint else { return }
        log.warning("a source can't be fetched", [("source", address.shown), ("because", complaint)])
    }

    /// Whether nobody has heard anything of an address yet, not even why it can't be reached.
    func hasNotAnswered(_ address: WebAddress) -> Bool {
        said[address.url] == nil && !states.all.contains { $0.name == address.shown && $0.failure != nil }
    }

    /// What an address called its last answer.
    func tag(of address: WebAddress) -> String? { tags[address.url] }

    /// Notes that what an address says can be used.
    func accept(_ address: WebAddress) {
        refused[address.url] = nil
        states.note(address.shown, failing: nil)
    }

    /// Notes that what an address says can't be used.
    func refuse(_ address: WebAddress, because reason: String) {
        refused[address.url] = said[address.url]
        states.note(address.shown, failing: reason)
    }

    /// Follows the sources that count from now on, and forgets all others.
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

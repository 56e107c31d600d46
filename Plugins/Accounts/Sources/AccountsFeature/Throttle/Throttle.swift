internal import FeatureKit

/// Who was wrong how often, so that nobody guesses passwords, and nobody keeps an account's owner out by guessing.
///
/// A device that has signed in to an account before is counted for itself alone (OWASP's device cookies): however many
/// guesses come from elsewhere, it gets in. All others are counted three times: by their network at this account, by
/// their network at all accounts, and together at this account. It decides and touches nothing, so time is an argument;
/// it is the time that never goes back.
struct Throttle {
    /// How many counts are kept; the oldest go.
    static let most = 20_000

    /// What is counted.
    enum Count: Hashable {
        case device(account: String, device: String)
        case pair(account: String, network: String)
        case network(String)
        case strangers(account: String)
        case requests(network: String)
        case mails(address: String)
    }

    private struct Window {
        var start: Duration
        var count: Int
        let number: UInt64
    }

    let limits: Limits
    private let capacity: Int
    private var windows: [Count: Window] = [:]
    /// In the order in which they were begun; those of windows that have begun anew since are passed over.
    private var order: [(count: Count, number: UInt64)] = []
    private var first = 0
    private var last: UInt64 = 0
    /// How many were forgotten before their time, because there were too many.
    private(set) var evicted = 0

    init(_ limits: Limits, capacity: Int = most) {
        self.limits = limits
        self.capacity = capacity
    }

    /// What somebody is counted by who gives a password.
    ///
    /// - Parameters:
    ///   - account: The account's address in small letters, whether there is one or not.
    ///   - device: The device, where it has signed in to that account before.
    static func counts(account: String, device: String?, network: String) -> [Count] {
        if let device { return [.device(account: account, device: device)] }
        return [.pair(account: account, network: network), .network(network), .strangers(account: account)]
    }

    /// Counts an attempt before it is made, so that many at once are not more than one after the other.
    ///
    /// - Returns: How long to wait, where one of the limits is reached; then nothing is counted.
    mutating func begin(_ counts: [Count], at uptime: Duration) -> Duration? {
        let waits = counts.compactMap { count -> Duration? in
            guard let window = live(count, at: uptime), window.count >= limit(of: count) else { return nil }
            return window.start + limits.window - uptime
        }
        if let wait = waits.max() { return wait }
        for count in counts { add(count, at: uptime) }
        return nil
    }

    /// Takes an attempt back that was right: its own device and network begin anew; what others did wrong stays.
    mutating func forgive(_ counts: [Count]) {
        takeBack(counts)
        for count in counts {
            switch count {
            case .device, .pair: windows[count] = nil
            default: break
            }
        }
    }

    /// Takes an attempt back that was never made.
    mutating func takeBack(_ counts: [Count]) {
        for count in counts {
            guard let window = windows[count] else { continue }
            windows[count]?.count = max(0, window.count - 1)
        }
    }

    private func live(_ count: Count, at uptime: Duration) -> Window? {
        guard let window = windows[count], uptime < window.start + limits.window else { return nil }
        return window
    }

    private mutating func add(_ count: Count, at uptime: Duration) {
        if live(count, at: uptime) != nil {
            windows[count]?.count += 1
            return
        }
        last += 1
        windows[count] = Window(start: uptime, count: 1, number: last)
        order.append((count, last))
        clear(at: uptime)
    }

    private mutating func clear(at uptime: Duration) {
        while first < order.count {
            let (count, number) = order[first]
            if let window = windows[count], window.number == number {
                let isOver = uptime >= window.start + limits.window
                guard isOver || windows.count > capacity else { break }
                if !isOver { evicted += 1 }
                windows[count] = nil
            }
            first += 1
        }
        if first > capacity {
            order.removeFirst(first)
            first = 0
        }
    }

    var size: Int { windows.count }

    private func limit(of count: Count) -> Int {
        switch count {
        case .device, .pair: limits.account
        case .network: limits.network
        case .strangers: limits.strangers
        case .requests: limits.requests
        case .mails: limits.mails
        }
    }
}

extension Throttle.Count {
    /// What it counts, without saying whom.
    var word: String {
        switch self {
        case .device: "device"
        case .pair: "account and network"
        case .network: "network"
        case .strangers: "account"
        case .requests: "requests"
        case .mails: "mails"
        }
    }
}

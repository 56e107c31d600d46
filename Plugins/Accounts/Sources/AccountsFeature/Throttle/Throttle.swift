internal import FeatureKit

/// Counts wrong attempts, so that nobody guesses passwords, and nobody locks an account's owner out by guessing.
///
/// A device that has signed in to an account before is counted for itself alone (OWASP's device cookies): it gets in however
/// many guesses come from elsewhere. All others are counted three times: by their network at this account, by their
/// network at all accounts, and together at this account. Time is an argument, and never goes back.
struct Throttle {
    /// How many counts are kept; those that were used longest ago go.
    static let most = 20_000

    enum Count: Hashable {
        case device(account: String, device: String)
        case pair(account: String, network: String)
        case network(String)
        case strangers(account: String)
        case requests(network: String)
        case mails(address: String)

        /// What is counted, without names.
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

    private struct Window {
        var start: Duration
        var count = 0
    }

    let limits: Limits
    private var windows: BoundedCache<Count, Window>

    init(_ limits: Limits, capacity: Int = most) {
        self.limits = limits
        windows = BoundedCache(limit: capacity)
    }

    /// What a caller is counted by who gives a password.
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
        var longest: Duration?
        for count in counts {
            guard let window = windows.use(count), uptime < window.start + limits.window,
                window.count >= limit(of: count)
            else { continue }
            longest = max(longest ?? .zero, window.start + limits.window - uptime)
        }
        guard longest == nil else { return longest }
        let length = limits.window
        for count in counts {
            windows.update(count, default: Window(start: uptime)) { window in
                if uptime >= window.start + length { window = Window(start: uptime) }
                window.count += 1
            }
        }
        return nil
    }

    /// Takes back an attempt that was right: its own device and network start again; what others did wrong stays.
    mutating func forgive(_ counts: [Count]) {
        takeBack(counts)
        for count in counts {
            switch count {
            case .device, .pair: windows[count] = nil
            default: break
            }
        }
    }

    /// Takes back an attempt that was never made.
    mutating func takeBack(_ counts: [Count]) {
        for count in counts {
            guard var window = windows[count] else { continue }
            window.count = max(0, window.count - 1)
            windows[count] = window
        }
    }

    private func limit(of count: Count) -> Int {
        switch count {
        case .device, .pair: limits.account
        case .network: limits.network
        case .strangers: limits.strangers
        case .requests: limits.requests
        case .mails: limits.mails
        }
    }

    /// How many counts are kept, and how many went before their time.
    var size: Int { windows.count }
    var evicted: UInt64 { windows.evicted }
}

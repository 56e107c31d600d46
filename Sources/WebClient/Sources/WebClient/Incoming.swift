internal import Glibc

/// The received part of an answer; used by one thread only.
final class Incoming {
    /// The callbacks that get the answer piece by piece.
    struct Taker {
        /// Called with the head of the final answer; returning false ends the transfer.
        let head: (WebHead) -> Bool
        /// Called with the next bytes of the body; returning false ends the transfer.
        let bytes: ([UInt8]) -> Bool
    }

    private(set) var head = WebHead()
    /// Whether the head is complete.
    private(set) var isHeadWhole = false
    /// The number of received bytes of the body.
    private(set) var received = 0
    private(set) var isTooLarge = false
    /// Whether a redirect downgrades from `https` to `http`, where anybody on the network could change the reply.
    private(set) var isDowngraded = false
    /// Whether an address was refused because it is private.
    var isPrivate = false
    /// Why the request was given up, if it was.
    private(set) var givenUp: WebProblem.Reason?
    /// Whether there was an HTTP answer at all.
    var hasStatus: Bool { head.status != 0 || isDowngraded }

    private let question: WebQuestion
    private let taker: Taker
    private let stop: StopSign
    private let begin = Incoming.uptime
    private var lastBytes: Duration?
    private var isSecure: Bool

    init(of question: WebQuestion, stop: StopSign, taker: Taker) {
        self.question = question
        self.stop = stop
        self.taker = taker
        isSecure = Self.scheme(of: question.address) == "https"
    }

    /// Takes bytes of the body; false if they exceed the limit or are not wanted.
    func take(_ more: [UInt8]) -> Bool {
        lastBytes = Self.uptime
        received += more.count
        let count = if case .whole = question.patience { received } else { more.count }
        guard count <= question.mostBytes else {
            isTooLarge = true
            return false
        }
        guard taker.bytes(more) else {
            givenUp = .stopped
            return false
        }
        return true
    }

    /// Takes a line of the head; a new status line, as after a redirect, discards the previous head.
    ///
    /// - Returns: Whether to go on.
    func hear(_ line: String) -> Bool {
        if line.hasPrefix("HTTP/") {
            (head, isHeadWhole) = (WebHead(), false)
            head.status = line.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) } ?? -1
            return true
        }
        guard let colon = line.firstIndex(of: ":") else { return line.first?.isNewline == true ? finishHead() : true }
        guard head.fields.count < WebHead.mostFields else { return true }
        let blanks: Set<Character> = [" ", "\t", "\r\n", "\n", "\r"]
        var value = line[line.index(after: colon)...].drop { blanks.contains($0) }
        while let last = value.last, blanks.contains(last) { value.removeLast() }
        let name = line[..<colon].lowercased()
        head.fields[name] = String(value)
        return name == "location" && isPointing ? follow(String(value)) : true
    }

    private var isPointing: Bool { (300..<400).contains(head.status) }

    /// Handles the end of a head; those of informational answers and redirects are ignored.
    private func finishHead() -> Bool {
        isHeadWhole = true
        guard head.status >= 200, !(isPointing && head["location"] != nil) else { return true }
        lastBytes = Self.uptime
        guard taker.head(head) else {
            givenUp = .stopped
            return false
        }
        return true
    }

    /// Whether a redirect may be followed.
    private func follow(_ location: String) -> Bool {
        switch Self.scheme(of: location) {
        case "https": isSecure = true
        case "http": isDowngraded = isSecure
        // Without a scheme nothing changes; other schemes are not followed at all.
        default: break
        }
        return !isDowngraded
    }

    /// The text before the first colon, in lower case; nil without a colon.
    static func scheme(of address: String) -> String? {
        guard let colon = address.firstIndex(of: ":") else { return nil }
        return address[..<colon].lowercased()
    }

    // MARK: - Patience

    /// The longest wait without checking again.
    private static let longestWait = Duration.seconds(1)

    /// How long to wait now; nil if the request is given up.
    func wait() -> Duration? {
        if stop.isRaised {
            givenUp = .stopped
            return nil
        }
        // The time limit of a whole answer is enforced by libcurl.
        guard case .stream(let headLimit, let silence) = question.patience else { return Self.longestWait }
        let end = lastBytes.map { $0 + silence } ?? begin + headLimit
        let rest = end - Self.uptime
        guard rest > .zero else {
            givenUp = lastBytes == nil ? .tooSlow(limit: headLimit) : .silent(silence)
            return nil
        }
        return min(rest, Self.longestWait)
    }

    private static var uptime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

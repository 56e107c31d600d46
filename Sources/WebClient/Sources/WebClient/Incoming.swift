internal import Glibc

/// What has come of an answer so far; one thread alone has it.
final class Incoming {
    /// What the answer goes to, piece by piece.
    struct Taker {
        /// Hears the head of the answer that counts; false wants nothing of it.
        let head: (WebHead) -> Bool
        /// Takes the next bytes of the body; false wants no more.
        let bytes: ([UInt8]) -> Bool
    }

    private(set) var head = WebHead()
    /// Whether all of the head has come.
    private(set) var isHeadWhole = false
    /// How many bytes of the body have come.
    private(set) var received = 0
    private(set) var isTooLarge = false
    /// Whether it points from `https` to `http`, where anybody could say what the document says.
    private(set) var isBetrayed = false
    /// Whether an address was refused because it is private.
    var isPrivate = false
    /// Why it was given up, where that was so.
    private(set) var givenUp: WebProblem.Reason?
    /// Whether there was an answer in HTTP at all.
    var hasStatus: Bool { head.status != 0 || isBetrayed }

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

    /// Whether there was room for more.
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

    /// Hears a line of the head; with a new status line, after a redirect, all that was heard before is void.
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

    /// What follows the head; hints and redirects have no say.
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
        case "http": isBetrayed = isSecure
        // Without a scheme it stays as it is; others are not followed at all.
        default: break
        }
        return !isBetrayed
    }

    /// What stands before the first colon, where that is no port or part of a path.
    static func scheme(of address: String) -> String? {
        guard let colon = address.firstIndex(of: ":") else { return nil }
        return address[..<colon].lowercased()
    }

    // MARK: - Patience

    /// The longest that is waited without looking again.
    private static let longestWait = Duration.seconds(1)

    /// For how long it may be waited now; nil where it is given up.
    func wait() -> Duration? {
        if stop.isRaised {
            givenUp = .stopped
            return nil
        }
        // The whole answer's time is libcurl's to watch.
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

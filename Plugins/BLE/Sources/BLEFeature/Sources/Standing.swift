internal import FeatureKit

/// How a source is; pure, time is an argument.
struct Standing: Equatable {
    static let firstPause = Duration.seconds(1)
    static let longestPause = Duration.seconds(300)

    private(set) var state: SourceReport.State
    /// What is in its way.
    private(set) var why: String?
    /// How often in a row it was tried in vain.
    private(set) var tries = 0
    private(set) var next: Timestamp?
    private(set) var rounds = 0

    init(_ state: SourceReport.State) { self.state = state }

    mutating func begin() {
        state = .reading
        next = nil
    }

    /// Something is in the way.
    ///
    /// - Returns: When it is tried again, and whether that was not known before.
    mutating func fail(_ why: String, at now: Timestamp) -> (pause: Duration, isNews: Bool) {
        let isNews = why != self.why
        // The pause of the ninth try is the longest.
        let pause = min(Self.firstPause * (1 << min(tries, 16)), Self.longestPause)
        tries += 1
        self.why = why
        pauses(pause, at: now)
        return (pause, isNews)
    }

    /// What was in the way is gone.
    ///
    /// - Returns: Whether anything was.
    mutating func recover() -> Bool {
        defer { (why, tries) = (nil, 0) }
        return why != nil
    }

    /// It heard everything that there is; after a pause it begins again, if at all.
    mutating func finish(again pause: Duration?, at now: Timestamp) {
        rounds += 1
        if let pause { pauses(pause, at: now) } else { state = .ended }
    }

    private mutating func pauses(_ pause: Duration, at now: Timestamp) {
        state = .waiting
        next = now.advanced(by: pause)
    }
}

internal import Glibc

/// The rules that can be broken: RULE.HOW, one at a time, as `FLAGSTAND_BREAK` says when the library is opened.
enum Break: String, CaseIterable {
    case startThrows = "starts.throws"
    case startNeverReady = "starts.never-ready"
    case startTakesTime = "starts.takes-time"
    case startReturns = "starts.returns"

    case stopIgnored = "stops-clean.ignores-the-stop"
    case stopThrows = "stops-clean.throws"
    case stopLeavesDescriptor = "stops-clean.leaves-a-descriptor"
    case stopLeavesThread = "stops-clean.leaves-a-thread"
    case stopLeavesSubscription = "stops-clean.leaves-a-subscription"
    case stopStartsOnce = "stops-clean.starts-only-once"

    case cancelSlow = "cancel.while-it-runs"
    case cancelSlowStart = "cancel.while-it-starts"
    case cancelSlowAnswer = "cancel.while-it-is-asked"

    case sameRestarts = "same-settings.restarts"
    case samePublishes = "same-settings.publishes"
    case sameThrows = "same-settings.throws"

    case touchesTopic = "declares.publishes-undeclared"
    case touchesReading = "declares.reads-undeclared"
    case touchesRoute = "declares.serves-undeclared"
    case touchesRequest = "declares.asks-undeclared"
    case touchesCollection = "declares.keeps-undeclared"
    case touchesTooLittle = "declares.does-not-serve"
    case touchesOtherwise = "declares.serves-as-stream"
    case touchesBadly = "declares.publishes-misfits"

    case shapeForgets = "shapes.forgets-a-key"
    case shapeWider = "shapes.wider-than-codable"
    case shapeNarrower = "shapes.narrower-than-codable"

    case settingsAnything = "settings.takes-anything"
    case settingsDefault = "settings.wrong-default"

    case answerInternal = "answers.foreign-error"
    case answerMisfit = "answers.misfit"
    case answerNever = "answers.never"
    case answerStatus = "answers.refuses-with-200"
    case answerNobody = "answers.fails-for-nobody"
    case answerGoesOn = "answers.streams-to-nobody"
    case answerDies = "answers.dies"

    case floodDies = "full-mailbox.dies"
    case floodWedges = "full-mailbox.answers-no-more"

    case storeForGood = "store.fails-for-good"
    case storeReturns = "store.returns"
    case storeInternal = "store.foreign-error"
    case storeWaits = "store.never-answers"
    case storeTwice = "store.counts-in-a-body"

    case erasureCopied = "erasure.copies-the-key"

    case clockEnds = "clock.ends-when-set-back"
    case clockSpins = "clock.spins-when-set-back"
    case clockNaps = "clock.naps-when-set-ahead"

    case neighbourEnds = "neighbours.ends-when-unserved"
    case neighbourWaits = "neighbours.never-answers"
    case neighbourEndsToo = "neighbours.ends-with-its-neighbour"

    case offPublishes = "off-is-gone.publishes"
    case offLogs = "off-is-gone.logs"

    /// Nil where everything is as it should be.
    static let current: Break? = {
        if let name = unsafe getenv("FLAGSTAND_BREAK"), let name = unsafe String(validatingCString: name) {
            return Break(rawValue: name)
        }
        return ofParent
    }()

    /// A worker's environment is empty: what its prover was told counts.
    private static var ofParent: Break? {
        let file = unsafe open("/proc/\(getppid())/environ", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe read(file, &bytes, bytes.count)
        let name = "FLAGSTAND_BREAK="
        return bytes.prefix(max(count, 0)).split(separator: 0)
            .map { String(decoding: $0, as: UTF8.self) }.first { $0.hasPrefix(name) }
            .flatMap { Break(rawValue: String($0.dropFirst(name.count))) }
    }

    /// Whether that is what is broken.
    static func breaks(_ rule: Break) -> Bool { current == rule }
}

/// An error of which no caller should ever hear.
struct Foreign: Error {}

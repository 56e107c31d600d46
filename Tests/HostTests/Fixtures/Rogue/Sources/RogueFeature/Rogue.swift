import FeatureKit
import Glibc

/// Does what it is told to.
struct Rogue: Feature {
    static let contracts: [Contract] = [.publishes(.rogueDone), .reads(.rogueActions), .evaluates(loud)]
    static let loud = Flag("rogue.loud", default: false, "Whether it is loud.")

    let settings: RogueSettings
    let context: FeatureContext

    init(settings: RogueSettings, context: FeatureContext) throws {
        if settings.limit == RogueSettings.unlucky { throw Refused(reason: "a limit of 13 brings bad luck") }
        if settings.limit == RogueSettings.telling {
            throw Refused(reason: "the pin is \(settings.pin?.reveal() ?? "")")
        }
        if settings.limit == RogueSettings.deadly { fatalError("the limit is deadly") }
        if settings.limit == RogueSettings.slow { sleep(600) }
        (self.settings, self.context) = (settings, context)
    }

    func run() async throws {
        let done = try context.bus.publisher(on: .rogueDone)
        let actions = try context.bus.messages(on: .rogueActions, overflow: .dropOldest(16))
        context.ready()
        for await action in actions { done(try perform(action.payload)) }
    }

    private func perform(_ order: RogueOrder) throws -> RogueDone {
        switch order.deed {
        case .trap: fatalError("told to trap")
        case .exit: exit(3)
        case .hang: while true { sleep(600) }
        case .freeze:
            kill(getpid(), SIGSTOP)
            // The signal may reach another thread first, and this one must not end its case before that.
            while true { sleep(600) }
        case .print:
            // Among others to the number on which its process tells what happens.
            for number: Int32 in [1, 2, 3, 4] { _ = unsafe write(number, "told to print\n", 14) }
            print("{\"done\": true}")
        case .close: for number: Int32 in 3..<200 { close(number) }
        case .blare:
            // More than any pipe holds.
            for number in 0..<20_000 { print("line \(number) of what nobody wants to read\u{1B}[31m") }
        case .fork: try fork()
        case .leak: print("the pin is \(settings.pin?.reveal() ?? "")")
        case .leakAndTrap: fatalError("the pin is \(settings.pin?.reveal() ?? "")")
        case .tell: break
        }
        let pin = order.deed == .leak ? settings.pin?.reveal() ?? "" : ""
        let isLoud = try context.flags.value(of: Self.loud, for: .system)
        return RogueDone(deed: order.deed, limit: settings.limit, isLoud: isLoud, pin: pin)
    }

    /// Starts a process that outlives this one unless somebody ends it.
    private func fork() throws {
        var id = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("sleep"), strdup("600"), nil]
        guard unsafe posix_spawn(&id, "/bin/sleep", nil, nil, &words, nil) == 0 else { exit(4) }
        print("started \(id)")
        if let place = unsafe getenv("ROGUE_PLACE") {
            let file = unsafe open(place, O_WRONLY | O_CREAT, 0o600)
            let text = "\(id)"
            _ = unsafe write(file, text, text.utf8.count)
        }
    }
}

extension Rogue: ChecksSettings {
    static func problems(in settings: RogueSettings) -> [SettingsProblem] {
        switch settings.limit {
        case RogueSettings.odd: return [SettingsProblem("limit", "\(settings.pin?.reveal() ?? "") is odd")]
        case RogueSettings.trapping: fatalError("told to trap")
        case RogueSettings.hanging: while true { sleep(600) }
        default: return []
        }
    }
}

struct Refused: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}

struct RogueSettings: Shaped, Codable, Equatable {
    static let unlucky = 13
    static let telling = 14
    static let deadly = 15
    static let slow = 16
    // What it finds, or does, when it checks settings.
    static let odd = 17
    static let trapping = 18
    static let hanging = 19

    var limit: Int
    var pin: Secret?

    static let shape = Shape.object([
        Field("limit", .integer(in: 0...100), "How many.", default: 3),
        Field("pin", .secret, "What nobody may see.", optional: true),
    ])
}

struct RogueOrder: Shaped, Codable {
    enum Action: String, CaseIterable, Codable {
        case trap, exit, hang, freeze, print, close, blare, fork, leak, leakAndTrap, tell
    }

    var deed: Action
    static let shape = Shape.object([Field("deed", .choice(of: Action.self), "What to do.")])
}

struct RogueDone: Shaped, Codable {
    var deed: RogueOrder.Action
    var limit: Int
    var isLoud: Bool
    var pin: String
    static let shape = Shape.object([
        Field("deed", .choice(of: RogueOrder.Action.self), "What was done."),
        Field("limit", .integer(), "The settings'."),
        Field("isLoud", .boolean, "What the flag holds."), Field("pin", .text(), "The pin, where it leaks."),
    ])
}

extension Topic where Payload == RogueOrder { static var rogueActions: Self { .init("rogue.deeds") } }
extension Topic where Payload == RogueDone { static var rogueDone: Self { .init("rogue.done") } }

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Rogue.self) }

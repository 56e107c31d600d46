import FeatureKit
import Glibc

/// Answers who it is and what it knows, and ends as it is told to.
struct Brittle: Feature {
    static let contracts: [Contract] = [
        .reads(.mood), .publishes(.lives, watchable: true), .serves(.state), .serves(.act), .serves(.hold),
        .serves(.ticks),
        .keeps(.jots),
    ]

    let settings: BrittleSettings
    let context: FeatureContext

    init(settings: BrittleSettings, context: FeatureContext) throws {
        (self.settings, self.context) = (settings, context)
    }

    func run() async throws {
        let moods = try context.bus.messages(on: .mood)
        let lives = try context.bus.publisher(on: .lives)
        let mood = LastMood()
        try context.routes.serve(.state) { [settings] _, _ in
            State(process: Int(getpid()), size: settings.size, mood: await mood.words)
        }
        try context.routes.serve(.act) { [context, settings] act, _ in
            switch act.deed {
            case .blab:
                let word = settings.word?.reveal() ?? ""
                context.log.warning("can't sign in with \(word)", [("word", word)])
                print("the word is \(word)")
                fatalError("nobody takes \(word)")
            case .trap: fatalError("told to trap")
            case .exit: exit(3)
            case .hang: while true { sleep(600) }
            case .stall:
                try await context.store.transaction { _ in while true { sleep(600) } }
                return Nothing()
            }
        }
        try context.routes.serve(.hold) { [context] _, _ in
            context.log.info("holding")
            try await context.clock.sleep(for: .seconds(600))
            return Nothing()
        }
        try context.routes.stream(.ticks) { [context] _, _, reader in
            try await reader.send(Life(process: Int(getpid())))
            try await context.clock.sleep(for: .seconds(600))
        }
        lives(Life(process: Int(getpid())))
        context.ready()
        for await message in moods { await mood.take(message.payload.words) }
    }
}

private actor LastMood {
    private(set) var words = ""
    func take(_ words: String) { self.words = words }
}

struct BrittleSettings: Shaped, Codable, Equatable {
    var size: Int
    var word: Secret?
    static let shape = Shape.object([
        Field("size", .integer(in: 0...100), "How large.", default: 3),
        Field("word", .secret, "What it says too much of.", optional: true),
    ])
}

struct Mood: Shaped, Codable {
    var words: String
    static let shape = Shape.object([Field("words", .text(), "How it is.")])
}

struct Life: Shaped, Codable {
    var process: Int
    static let shape = Shape.object([Field("process", .integer(), "Its number.")])
}

struct State: Shaped, Codable {
    var process: Int
    var size: Int
    var mood: String
    static let shape = Shape.object([
        Field("process", .integer(), "The process that it runs in."), Field("size", .integer(), "The setting."),
        Field("mood", .text(), "What it has heard."),
    ])
}

struct Act: Shaped, Codable {
    enum Action: String, CaseIterable, Codable { case trap, exit, hang, stall, blab }

    var deed: Action
    static let shape = Shape.object([Field("deed", .choice(of: Action.self), "How it shall end.")])
}

extension Documents<Life> { static var jots: Documents<Life> { .init("jots") } }
extension Topic where Payload == Mood { static var mood: Self { .init("mood.now", retain: .latest) } }
extension Topic where Payload == Life { static var lives: Self { .init("brittle.lives", retain: .latest) } }
extension Route where Request == Nothing, Reply == State {
    static var state: Self { .init("brittle.state", .get, "/state", access: .everyone) }
}
extension Route where Request == Act, Reply == Nothing {
    static var act: Self { .init("brittle.act", .post, "/act", access: .everyone) }
}
extension Route where Request == Nothing, Reply == Nothing {
    static var hold: Self { .init("brittle.hold", .post, "/hold", access: .everyone) }
}
extension Route where Request == Nothing, Reply == Life {
    static var ticks: Self { .init("brittle.ticks", .get, "/ticks", access: .everyone, streams: true) }
}

/// How it does when it is opened; a test writes other words into the library.
@inline(never) private func howItOpens() -> String { "opens as it should, quietly" }

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer {
    let words = howItOpens()
    if words.hasPrefix("crashes") { fatalError(words) }
    return unsafe FeatureEntry.open(Brittle.self)
}

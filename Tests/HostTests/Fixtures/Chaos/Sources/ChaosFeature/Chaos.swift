import FeatureKit
import Glibc

/// Does one kind of harm after the other until its process ends, and prints each before.
struct Chaos: Feature {
    static let contracts: [Contract] = [.publishes(.chaosNoise), .serves(.chaosAsk)]

    let settings: ChaosSettings
    let context: FeatureContext

    init(settings: ChaosSettings, context: FeatureContext) throws {
        (self.settings, self.context) = (settings, context)
    }

    func run() async throws {
        let noise = try context.bus.publisher(on: .chaosNoise)
        try context.routes.serve(.chaosAsk) { _, _ in
            // Half of the requests are never answered, the others with an invalid reply.
            if Bool.random() { try await Task.sleep(for: .seconds(3_600)) }
            return Nonsense()
        }
        context.ready()
        while true {
            try await context.clock.sleep(for: .milliseconds(Int.random(in: 20...300)))
            guard let action = settings.deeds.randomElement() else { continue }
            print("action: \(action.rawValue)")
            fflush(nil)
            try perform(action, noise)
        }
    }

    private func perform(_ action: Action, _ noise: Publisher<Noise>) throws {
        switch action {
        case .trap:
            let nobody: [Int] = []
            print(nobody[settings.deeds.count])
        case .crash: kill(getpid(), SIGSEGV)
        case .abort: abort()
        case .exit: exit(3)
        case .quit: throw Tired()
        case .hang: while true { sched_yield() }
        case .block: while true { sleep(600) }
        case .leak:
            while true {
                let page = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 20)
                unsafe page.initialize(repeating: 1, count: 1 << 20)
            }
        case .flood:
            let text = String(repeating: "noise ", count: 20)
            for number in 0..<200_000 { noise(Noise(number: number, text: text)) }
        case .babble:
            // Writes to any open descriptor, among them the host's link.
            var bytes = (0..<4_096).map { _ in UInt8.random(in: 0...255) }
            for number: Int32 in 3..<128 { _ = unsafe write(number, &bytes, bytes.count) }
        case .deafen: for number: Int32 in 0..<128 { close(number) }
        case .shout:
            for number in 0..<50_000 { print("\u{1B}[31mshout \(number) \u{07}") }
        case .spawn:
            var id = pid_t()
            var words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("sleep"), strdup("600"), nil]
            _ = unsafe posix_spawn(&id, "/bin/sleep", nil, nil, &words, nil)
            exit(4)
        }
    }
}

private struct Tired: Error {}

enum Action: String, CaseIterable, Codable {
    case trap, crash, abort, exit, quit, hang, block, leak, flood, babble, deafen, shout, spawn
}

struct ChaosSettings: Shaped, Codable, Equatable {
    var deeds: [Action]

    static let shape = Shape.object([
        Field("deeds", .list(of: .choice(of: Action.self), count: 1...64), "What it may do; chosen at random.")
    ])
}

struct Noise: Shaped, Codable {
    var number: Int
    var text: String
    static let shape = Shape.object([
        Field("number", .integer(), "Its number."), Field("text", .text(), "Nothing of interest."),
    ])
}

/// Declares a number in its Shape and sends none.
struct Nonsense: Shaped, Codable {
    static let shape = Shape.object([Field("number", .integer(), "A number.")])
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(["no", "number", "at", "all"])
    }
}

extension Topic where Payload == Noise { static var chaosNoise: Self { .init("chaos.noise") } }
extension Route where Request == Nothing, Reply == Nonsense {
    static var chaosAsk: Self { .init("chaos.ask", .get, "/ask", access: .everyone) }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Chaos.self) }

@_spi(Hosting) import FeatureKit
import Testing

@testable import BLEFeature

@Suite struct CommandTests {
    private static let now = Timestamp(nanoseconds: 5_000_000_000)
    private let fresh = Command(beacon: "b", command: .PING, order: 1, made: .init(nanoseconds: 0))
    private var taken: Command {
        var taken = fresh
        taken.taken = .init(nanoseconds: 1)
        return taken
    }

    /// Whether an answer changed the command.
    private func take(
        _ command: inout Command, _ gateway: String, why: String? = nil, near: String? = "north"
    ) throws(BLERefusal) -> Bool {
        let before = command
        try command.take(
            .init(gateway: gateway, executed: why == nil, why: why), near: near, of: ["north", "south"], at: Self.now)
        return command != before
    }

    @Test func whatWasExecutedIsOver() throws {
        var command = taken
        #expect(try take(&command, "north") == true)
        #expect(command.state == .EXECUTED && command.ended == Self.now && command.why == nil)
        let before = command
        // Again the same is harmless, from the other one too.
        #expect(try take(&command, "north") == false)
        #expect(try take(&command, "south") == false)
        #expect(throws: BLERefusal.answeredOtherwise(state: .EXECUTED)) { try take(&command, "north", why: "no") }
        #expect(throws: BLERefusal.answeredOtherwise(state: .EXECUTED)) { try take(&command, "south", why: "no") }
        #expect(command == before)
    }

    @Test func whereTheBeaconIsNearOneGatewayThatOneFails() throws {
        var command = taken
        #expect(try take(&command, "north", why: "no power") == true)
        #expect(command.state == .FAILED && command.why == "no power")
        #expect(try take(&command, "north", why: "no power") == false)
        #expect(try take(&command, "south", why: "too far") == false)
        #expect(throws: BLERefusal.answeredOtherwise(state: .FAILED)) { try take(&command, "north", why: "otherwise") }
        #expect(throws: BLERefusal.answeredOtherwise(state: .FAILED)) { try take(&command, "south") }
    }

    @Test func whereItIsNearNobodyAllHaveToFail() throws {
        var command = taken
        #expect(try take(&command, "north", why: "not heard", near: nil) == true)
        #expect(command.state == .PENDING && command.answers.count == 1)
        #expect(try take(&command, "north", why: "not heard", near: nil) == false)
        #expect(throws: BLERefusal.answeredOtherwise(state: .PENDING)) { try take(&command, "north", near: nil) }
        var other = command
        #expect(try take(&other, "south", near: nil) == true)
        #expect(other.state == .EXECUTED)
        // The one that failed says so again: it did.
        #expect(try take(&other, "north", why: "not heard", near: nil) == false)
        #expect(try take(&command, "south", why: "not heard either", near: nil) == true)
        #expect(command.state == .FAILED && command.why == "not heard either")
    }

    @Test func whatNobodyTookCanBeCancelled() throws {
        var command = fresh
        try command.cancel(at: Self.now)
        #expect(command.state == .CANCELLED && command.ended == Self.now)
        try command.cancel(at: Self.now.advanced(by: .seconds(1)))
        #expect(command.ended == Self.now)
        #expect(throws: BLERefusal.over(state: .CANCELLED)) { try take(&command, "north") }
        var other = taken
        #expect(throws: BLERefusal.taken) { try other.cancel(at: Self.now) }
        // A beacon that is gone does nothing any more.
        other.giveUp(.CANCELLED, at: Self.now, why: "gone")
        #expect(other.state == .CANCELLED && other.why == "gone")
        for state in [Command.State.EXECUTED, .FAILED, .EXPIRED] {
            var over = fresh
            over.state = state
            #expect(throws: BLERefusal.over(state: state)) { try over.cancel(at: Self.now) }
            over.giveUp(.EXPIRED, at: Self.now)
            #expect(over.state == state && over.ended == nil)
        }
    }

    @Test func whatWasTakenInTimeMayBeAnsweredLate() throws {
        var never = fresh
        never.giveUp(.EXPIRED, at: Self.now)
        #expect(throws: BLERefusal.over(state: .EXPIRED)) { try take(&never, "north") }
        var late = taken
        late.giveUp(.EXPIRED, at: Self.now)
        #expect(late.state == .EXPIRED)
        #expect(try take(&late, "north") == true)
        #expect(late.state == .EXECUTED)
    }

    // MARK: - Which gateway is handed it

    private func ids(
        _ commands: [Command], _ gateway: String, at seconds: Int64 = 0, near: [String: String] = [:]
    ) -> [Int64] {
        let stored = commands.map { Stored(id: "\($0.order)", version: 1, document: $0) }
        return Command.handed(to: gateway, of: stored, near: near, at: .init(nanoseconds: seconds * 1_000_000_000))
            .map(\.document.order)
    }

    @Test func whatANearGatewayHasIsLeftToItForAWhile() {
        var command = fresh
        #expect(ids([command], "south", near: ["b": "north"]) == [])
        #expect(ids([command], "north", near: ["b": "north"]) == [1])
        command.hand(to: "north", at: .init(nanoseconds: 0))
        // The beacon moves on: until the lease is over it is north's, which is told the same again and again.
        #expect(ids([command], "south", at: 29, near: ["b": "south"]) == [])
        #expect(ids([command], "north", at: 29, near: ["b": "south"]) == [1])
        #expect(ids([command], "south", at: 30, near: ["b": "south"]) == [1])
        command.hand(to: "south", at: .init(nanoseconds: 30_000_000_000))
        #expect(ids([command], "north", at: 31, near: ["b": "south"]) == [1])
        #expect(ids([command], "east", at: 31) == [1])
        #expect(command.taken == .init(nanoseconds: 0))
    }

    @Test func oneThatFailedIsNotAskedAgainAndDelaysNoOther() throws {
        var command = fresh
        command.hand(to: "north", at: .init(nanoseconds: 0))
        _ = try take(&command, "north", why: "no", near: nil)
        #expect(ids([command], "north", near: ["b": "north"]) == [])
        #expect(ids([command], "south", near: ["b": "south"]) == [1])
    }

    @Test func soManyAreHandedAtATimeThoseOfNearBeaconsFirst() {
        let all = (1...Int64(Command.mostHanded)).map {
            Command(beacon: "unheard", command: .PING, order: $0, made: Self.now)
        }
        let near = Command(beacon: "near", command: .PING, order: 900, made: Self.now)
        #expect(ids(all + [near], "north") == (1...Int64(Command.mostHanded)).map(\.self))
        #expect(
            ids(all + [near], "north", near: ["near": "north"]) == [900] + (1..<Int64(Command.mostHanded)).map(\.self))
    }

    @Test(arguments: [
        (Command.Kind.SET_MODE, ["mode": Value("redFlag")], [String]()),
        (.SET_MODE, [:], ["values: missing key \"mode\""]),
        (
            .SET_MODE, ["mode": "unknown", "colour": 1],
            [
                "values.mode: must be one of \"normal\", \"safetyCar\", \"redFlag\", \"evacuation\", not \"unknown\"",
                "values.colour: unknown key \"colour\"",
            ]
        ),
        (.SET_MESSAGE, ["message": ""], []),
        (.SET_MESSAGE, ["message": 5], ["values.message: must be a text, not 5"]),
        (.SET_COLOR, ["color": "#ff8800"], []),
        (.SET_COLOR, ["color": "#GG8800"], ["values.color: must be a colour such as #FF8800"]),
        (.SET_COLOR, ["color": "#１２３４５６"], ["values.color: must be a colour such as #FF8800"]),
        (.SET_ARROW, ["direction": "upLeft"], []),
        (.SET_BRIGHTNESS, ["brightness": 100], []),
        (.SET_BRIGHTNESS, ["brightness": 101], ["values.brightness: must be between 0 and 100, not 101"]),
        (.ADVERTISE, ["mode": "evacuation", "zone": 9, "seconds": 30], []),
        (
            .ADVERTISE, ["seconds": 0],
            ["values: missing key \"mode\"", "values.seconds: must be between 1 and 3600, not 0"]
        ),
        (.PING, [:], []), (.RESTART, ["now": true], ["values.now: unknown key \"now\""]),
    ])
    func eachTakesItsValues(kind: Command.Kind, values: [String: Value], problems: [String]) {
        #expect(kind.problems(in: values) == problems)
    }
}

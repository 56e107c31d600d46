import FeatureKit
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

    private func take(
        _ command: inout Command, _ gateway: String, why: String? = nil, near: String? = "north"
    ) throws(RouteError) -> Bool {
        try command.take(
            .init(gateway: gateway, executed: why == nil, why: why), near: near, of: ["north", "south"], at: Self.now)
    }

    @Test func whatWasExecutedIsOver() throws {
        var command = taken
        #expect(try take(&command, "north") == true)
        #expect(command.state == .EXECUTED && command.ended == Self.now && command.why == nil)
        let before = command
        // Again the same is harmless, from the other one too.
        #expect(try take(&command, "north") == false)
        #expect(try take(&command, "south") == false)
        #expect(throws: RouteError.answeredOtherwise(.EXECUTED)) { try take(&command, "north", why: "no") }
        #expect(throws: RouteError.answeredOtherwise(.EXECUTED)) { try take(&command, "south", why: "no") }
        #expect(command == before)
    }

    @Test func whereTheBeaconIsNearOneGatewayThatOneFails() throws {
        var command = taken
        #expect(try take(&command, "north", why: "no power") == true)
        #expect(command.state == .FAILED && command.why == "no power")
        #expect(try take(&command, "north", why: "no power") == false)
        #expect(try take(&command, "south", why: "too far") == false)
        #expect(throws: RouteError.answeredOtherwise(.FAILED)) { try take(&command, "north", why: "otherwise") }
        #expect(throws: RouteError.answeredOtherwise(.FAILED)) { try take(&command, "south") }
    }

    @Test func whereItIsNearNobodyAllHaveToFail() throws {
        var command = taken
        #expect(try take(&command, "north", why: "not heard", near: nil) == true)
        #expect(command.state == .PENDING && command.answers.count == 1)
        #expect(try take(&command, "north", why: "not heard", near: nil) == false)
        #expect(throws: RouteError.answeredOtherwise(.PENDING)) { try take(&command, "north", near: nil) }
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
        #expect(throws: RouteError.over(.CANCELLED)) { try take(&command, "north") }
        var other = taken
        #expect(throws: RouteError.taken) { try other.cancel(at: Self.now) }
        // A beacon that is gone does nothing any more.
        other.abandon(at: Self.now)
        #expect(other.state == .CANCELLED && other.why == "the beacon is not known any more")
        for state in [Command.State.EXECUTED, .FAILED, .EXPIRED] {
            var over = fresh
            over.state = state
            #expect(throws: RouteError.over(state)) { try over.cancel(at: Self.now) }
            over.abandon(at: Self.now)
            over.expire(at: Self.now)
            #expect(over.state == state && over.ended == nil)
        }
    }

    @Test func whatWasTakenInTimeMayBeAnsweredLate() throws {
        var never = fresh
        never.expire(at: Self.now)
        #expect(throws: RouteError.over(.EXPIRED)) { try take(&never, "north") }
        var late = taken
        late.expire(at: Self.now)
        #expect(late.state == .EXPIRED)
        #expect(try take(&late, "north") == true)
        #expect(late.state == .EXECUTED)
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
        (.PING, [:], []), (.RESTART, ["now": true], ["values.now: unknown key \"now\""]),
    ])
    func eachTakesItsValues(kind: Command.Kind, values: [String: Value], problems: [String]) {
        #expect(kind.problems(in: values) == problems)
    }
}

@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureWire

@Suite(.timeLimit(.minutes(1))) struct CodecTests {
    /// Writes something and reads it again, all of it.
    private func again<Content>(
        _ write: (inout WireWriter) -> Void, _ read: (inout WireReader) throws(WireError) -> Content
    ) throws -> Content {
        let message = WireMessage(.log, writing: write)
        #expect(message.problem == nil)
        return try message.read(read)
    }

    @Test func `what is written is read`() throws {
        var random = SeededRandom.announced()
        for _ in 0..<100 {
            let value = random.value()
            #expect(
                try again {
                    $0.value(value)
                } _: { (reader) throws(WireError) in
                    try reader.value()
                } == value)
            let shape = random.shape()
            #expect(
                try again {
                    $0.shape(shape)
                } _: { (reader) throws(WireError) in
                    try reader.shape()
                } == shape)
            let caller = random.caller()
            #expect(
                try again {
                    $0.caller(caller)
                } _: { (reader) throws(WireError) in
                    try reader.caller()
                } == caller)
            let cause = random.cause()
            let causeAgain = try again {
                $0.cause(cause)
            } _: { (reader) throws(WireError) in
                try reader.cause()
            }
            #expect(causeAgain == cause && causeAgain.id == cause.id)
            let contract = random.contract()
            #expect(
                try again {
                    $0.contract(contract)
                } _: { (reader) throws(WireError) in
                    try reader.contract()
                }
                    == contract)
            let call = Call(
                caller: Bool.random(using: &random) ? cause.caller : caller,
                deadline: .nanoseconds(Int64.random(in: .min ... .max, using: &random)), cause: cause)
            let callAgain = try again {
                $0.call(call)
            } _: { (reader) throws(WireError) in
                try reader.call()
            }
            #expect(callAgain.caller == call.caller && callAgain.deadline == call.deadline && callAgain.cause == cause)
        }
    }

    @Test func `members keep their order`() throws {
        let value: Value = .object(Members((0..<40).reversed().map { ("n\($0)", .integer(Int64($0))) }))
        let read = try again {
            $0.value(value)
        } _: { (reader) throws(WireError) in
            try reader.value()
        }
        guard case .object(let members) = read else { return #expect(Bool(false)) }
        #expect(members.names == (0..<40).reversed().map { "n\($0)" })
    }

    @Test func `what a topic keeps is the same`() throws {
        let keys: [TopicRetention] = [
            .latestPer(RetentionKey(["bar"], until: nil, most: 1)),
            .latestPer(RetentionKey(["bar", "shift"], until: "closed", most: .max)),
        ]
        for retention in [.nothing, .latest] + keys {
            #expect(
                try again {
                    $0.retention(retention)
                } _: { (reader) throws(WireError) in
                    try reader.retention()
                } == retention)
        }
    }

    @Test func `errors are the same word for word`() throws {
        let data: Value = ["bookings": [["id": "b1", "seats": 4]], "open": true]
        let route = RouteError(
            code: "table-taken", status: 409, "table 5 is taken", data: data, retryAfter: .seconds(3))
        #expect(
            try again {
                $0.routeError(route)
            } _: { (reader) throws(WireError) in
                try reader.routeError()
            } == route)
        let place = ValuePath([.member("prices"), .element(2), .member("net")])
        let invalid = RouteError.invalid([RequestProblem(at: place, "a price"), RequestProblem(at: ValuePath(), "odd")])
        #expect(
            try again {
                $0.routeError(invalid)
            } _: { (reader) throws(WireError) in
                try reader.routeError()
            } == invalid)
        let request = RequestError.refused(route)
        let requestAgain = try again {
            $0.requestError(request)
        } _: { (reader) throws(WireError) in
            try reader.requestError()
        }
        #expect(requestAgain == request && requestAgain.code == .refused)
        let bus = BusError.stopped("lamp")
        #expect(
            try again {
                $0.busError(bus)
            } _: { (reader) throws(WireError) in
                try reader.busError()
            } == bus)
    }

    @Test func `a refusal brings no more errors than are told`() throws {
        func bytes(_ count: Int) -> [UInt8] {
            let message = WireMessage(.refusal) { writer in
                writer.routeError(.invalid("no"))
                writer.list(0..<count) { writer, number in
                    writer.path(ValuePath([.element(number)]))
                    writer.text(String(repeating: "x", count: 1_001))
                }
            }
            // Without the count of the errors that there are not.
            let start = WireMessage(.refusal) { $0.routeError(.invalid("no")) }.body.count
            return Array(message.body[..<(start - 4)] + message.body[start...])
        }
        var reader = WireReader(bytes(20))
        let errors = try reader.routeError().errors
        #expect(errors.map(\.path) == (0..<20).map { ValuePath([.element($0)]) })
        #expect(errors.allSatisfy { $0.message == String(repeating: "x", count: 1_000) })
        #expect(
            refusal(bytes(21)) { (reader) throws(WireError) in try reader.routeError() }
                == .tooLarge("21 errors of a request; 20 are the most"))
    }

    @Test func `what is wrong with settings`() throws {
        let problems = [
            SettingsProblem("a", "A sentence."), SettingsProblem("b", 2, "\u{1F6A9}"),
            SettingsProblem(at: ValuePath(), String(repeating: "x", count: 501)),
        ]
        let again = try WireMessage.settingsProblems(problems).settingsProblems()
        #expect(again.prefix(2) == problems.prefix(2))
        #expect(again.last == SettingsProblem(at: ValuePath(), String(repeating: "x", count: 500)))
        let many = Array(repeating: problems[0], count: 101)
        #expect(try WireMessage.settingsProblems(many).settingsProblems().count == 100)
    }

    @Test func `a feature's description`() throws {
        var random = SeededRandom.announced()
        for _ in 0..<50 {
            let contracts = (0..<5).map { _ in random.contract() }
            let settings = random.shape()
            let message = WireMessage(.description) { writer in
                writer.text("Lamp")
                writer.shape(settings)
                writer.flag(true)
                writer.flag(false)
                writer.list(contracts) { $0.contract($1) }
            }
            let description = try FeatureDescription(message)
            #expect(description.settings == settings && description.contracts == contracts)
            #expect(description.isReconfigurable && !description.checksSettings)
            #expect(description.message == message)
        }
        #expect(throws: WireError.malformed("17 describes no feature")) {
            try FeatureDescription(WireMessage(.log))
        }
    }

    /// Whatever is cut off, added or changed: it is read or refused, and nothing else happens.
    @Test func `what is damaged is read or refused`() {
        var random = SeededRandom.announced()
        for _ in 0..<100 {
            let value = random.value()
            let message = WireMessage(.log) { writer in
                writer.value(value)
                writer.contract(random.contract())
                writer.cause(random.cause())
            }
            func read(_ bytes: [UInt8]) throws(WireError) {
                try WireMessage(.log, 0, bytes).read { (reader) throws(WireError) in
                    _ = try reader.value()
                    _ = try reader.contract()
                    _ = try reader.cause()
                }
            }
            #expect(throws: Never.self) { try read(message.body) }
            #expect(throws: WireError.self) { try read(message.body + [0]) }
            let end = Int.random(in: 0..<message.body.count, using: &random)
            #expect(throws: WireError.self) { try read(Array(message.body[..<end])) }
            for _ in 0..<20 {
                var bytes = message.body
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    bytes[place] =
                        [0, 1, 255, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
                }
                try? read(bytes)
            }
        }
    }

    // MARK: - Limits

    private func refusal<Content>(
        _ bytes: [UInt8], _ read: (inout WireReader) throws(WireError) -> Content
    ) -> WireError? {
        var reader = WireReader(bytes)
        do throws(WireError) {
            _ = try read(&reader)
            return nil
        } catch { return error }
    }

    @Test func `data are nested so deep and no deeper`() throws {
        func nested(_ depth: Int) -> Value { (1..<depth).reduce(.list([])) { value, _ in .list([value]) } }
        let most = nested(WireLimits.depth)
        #expect(
            try again {
                $0.value(most)
            } _: { (reader) throws(WireError) in
                try reader.value()
            } == most)
        var writer = WireWriter()
        writer.value(nested(WireLimits.depth + 1))
        #expect(writer.problem == "it is nested deeper than 64")
        // A list of one list, and so on.
        let deep = Array(repeating: [6, 1, 0, 0, 0] as [UInt8], count: 70).joined() + [0]
        #expect(
            refusal(Array(deep)) { (reader) throws(WireError) in try reader.value() }
                == .tooLarge("nested deeper than 64"))
        let shapes = Array(repeating: [11] + [UInt8](repeating: 0, count: 16), count: 70).joined() + [0]
        #expect(
            refusal(Array(shapes)) { (reader) throws(WireError) in try reader.shape() }
                == .tooLarge("nested deeper than 64"))
    }

    @Test func `numbers that are not finite are refused on both sides`() {
        for number in [Double.nan, .infinity, -.infinity, .signalingNaN] {
            let message = WireMessage(.log) { $0.value(.list([.number(number), .integer(1)])) }
            #expect(message.problem == "a number in it is not finite")
            var writer = WireWriter()
            writer.byte(4)
            writer.number(number.bitPattern)
            #expect(
                refusal(writer.bytes) { (reader) throws(WireError) in try reader.value() }
                    == .malformed("a number is not finite"))
        }
    }

    @Test func `counts are no larger than what is there`() {
        #expect(
            refusal([6, 255, 255, 255, 255, 0]) { (reader) throws(WireError) in try reader.value() }
                == .malformed("it ends too early"))
        #expect(
            refusal([5, 255, 255, 255, 127, 65]) { (reader) throws(WireError) in try reader.value() }
                == .malformed("it ends too early"))
        let many = WireMessage(.log) { $0.value(.list(Array(repeating: .null, count: WireLimits.parts))) }
        #expect(many.problem == "it has more than 1048576 parts")
        #expect(
            refusal(many.body) { (reader) throws(WireError) in try reader.value() }
                == .tooLarge("more than 1048576 parts"))
    }

    @Test func `what makes no sense is refused`() {
        func value(_ bytes: [UInt8]) -> WireError? {
            refusal(bytes) { (reader) throws(WireError) in try reader.value() }
        }
        #expect(value([5, 2, 0, 0, 0, 0xC3, 0x28]) == .malformed("a text is not UTF-8"))
        #expect(value([9]) == .malformed("9 is no kind of data"))
        #expect(
            value([7, 2, 0, 0, 0, 1, 0, 0, 0, 65, 0, 1, 0, 0, 0, 65, 0]) == .malformed("a mapping has a name twice"))
        func shape(_ bytes: [UInt8]) -> WireError? {
            refusal(bytes) { (reader) throws(WireError) in try reader.shape() }
        }
        let five = [5, 0, 0, 0, 0, 0, 0, 0] as [UInt8]
        let four = [4, 0, 0, 0, 0, 0, 0, 0] as [UInt8]
        for kind in [2, 4] as [UInt8] {
            #expect(shape([kind] + five + four) == .malformed("bounds are the wrong way round"))
        }
        #expect(shape([3] + [UInt8](repeating: 255, count: 16)) == .malformed("a bound is not finite"))
        #expect(shape([6] + [UInt8](repeating: 127, count: 32)) == .malformed("a duration is longer than any"))
        #expect(shape([14]) == .malformed("14 is no kind of Shape"))
    }

    @Test func `what is too large says so`() {
        let text = String(repeating: "x", count: WireLimits.message)
        let message = WireMessage(.log) { $0.text(text) }
        #expect(message.problem == "it has 16777220 bytes; the most is 16777216")
        #expect(WireMessage(.media, inPieces: true) { $0.text(text) }.problem == nil)
    }

    @Test func `the longest durations can be counted with`() throws {
        for duration in [Duration(attoseconds: .max), Duration(attoseconds: .min), .zero, .nanoseconds(-1)] {
            let read = try again {
                $0.duration(duration)
            } _: { (reader) throws(WireError) in
                try reader.duration()
            }
            #expect((read + read).components.seconds >= read.components.seconds || duration < .zero)
            #expect(abs(read.attoseconds) <= WireLimits.longest)
        }
    }
}

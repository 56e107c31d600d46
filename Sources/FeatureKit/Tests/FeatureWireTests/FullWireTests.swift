@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureWire

/// What a worker does whose host does not keep up.
struct FullWireTests {
    private let connection = RecordingConnection()
    private let sink: WorkerLog
    private let topic: WorkerTopic

    init() {
        sink = WorkerLog(connection)
        topic = WorkerTopic(
            7, "lamp.lit", Log(feature: "lamp", sink: sink), connection, WireCalls(connection, isHost: false))
    }

    @Test func `what is published too fast is lost, newest first, and counted`() throws {
        topic.publish(1, because: nil)
        connection.clog(WireLimits.waitingPublications + 1)
        for number in 2...5 { topic.publish(number, because: nil) }
        connection.clog(WireLimits.waitingPublications)
        topic.publish(6, because: nil)
        topic.publish(7, because: nil)
        let sent = connection.take()
        #expect(sent.map(\.kind) == [.publish, .lost, .publish, .publish])
        #expect(sent.allSatisfy { $0.conversation == 7 })
        #expect(try sent[1].read { (reader) throws(WireError) in try reader.number(UInt64.self) } == 4)
        let values = try sent.filter { $0.kind == .publish }.map { message in
            try message.read { (reader) throws(WireError) in try reader.publication().1 }
        }
        #expect(values == [1, 6, 7])
    }

    @Test func `the end tells of what was lost last`() {
        connection.clog(.max)
        topic.publish(1, because: nil)
        topic.tellLost()
        topic.tellLost()
        #expect(connection.take().map(\.kind) == [.lost])
    }

    @Test func `what no message can hold is told once and counted`() throws {
        for _ in 0..<3 { topic.publish(Double.nan, because: nil) }
        topic.publish(1.5, because: nil)
        let sent = connection.take()
        #expect(sent.map(\.kind) == [.log, .lost, .lost, .lost, .publish])
        let line = try #require(sent.first).read { (reader) throws(WireError) in try reader.record(of: "lamp") }
        #expect(line.level == .error && line.message == "can't send a message; more of them are only counted")
        #expect(line.fields.map(\.1) == ["lamp.lit", "a number in it is not finite"])
    }

    @Test func `lines that nobody wants are not made, and those that don't fit are counted`() throws {
        let log = Log(feature: "lamp", sink: sink)
        func costly() -> String {
            Issue.record("made a line that nobody wants")
            return ""
        }
        sink.want(2)
        log.info(costly())
        connection.clog(WireLimits.waitingLines + 1)
        for _ in 0..<3 { log.error("lost") }
        connection.clog(0)
        log.error("kept")
        sink.want(UInt8(LogLevel.all.count))
        log.error(costly())
        let lines = try connection.take().map { message in
            try message.read { (reader) throws(WireError) in try reader.record(of: "lamp") }
        }
        #expect(lines.map(\.message) == ["lines of the log were dropped: the way to the host was full", "kept"])
        #expect(lines.first?.fields.map(\.1) == ["3"])
    }
}

@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureWire
import Glibc
import Harness
import Synchronization

/// Any bytes from a worker are messages or refused; any messages are answered or end the link, and leave nothing behind.
@main enum WireHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let messages = frames(bytes)
    bodies(bytes)
    lead(messages)
    // Most inputs are no frames: as bodies of messages they get further.
    var seed = Seed(bytes)
    lead((0..<4).map { _ in WireMessage(WireKind(rawValue: seed.byte()), UInt32(seed.byte()), bytes) })
    return 0
}

/// What whole messages are in the bytes, however they are cut; written again, they are the same.
private func frames(_ bytes: [UInt8]) -> [WireMessage] {
    let whole = messages(in: [bytes[...]])
    let cut = bytes.count / 3
    require(messages(in: [bytes[..<cut], bytes[cut...]]) == whole, "bytes that come in two parts are others")
    var writer = FrameWriter()
    for message in whole where writer.takes(message) { writer.add(message) }
    var written: [UInt8] = []
    while !writer.isEmpty { written += writer.next() }
    require(messages(in: [written[...]]) == whole, "messages do not come back")
    return whole
}

private func messages(in parts: [ArraySlice<UInt8>]) -> [WireMessage] {
    var reader = FrameReader()
    var messages: [WireMessage] = []
    for part in parts {
        part.withUnsafeBytes { reader.add($0) }
        do { while let message = try reader.next() { messages.append(message) } } catch { break }
    }
    return messages
}

/// The bytes as everything that a message may hold; what can be read is read the same once it is written.
private func bodies(_ bytes: [UInt8]) {
    if let value = comesBack(bytes, { (r) throws(WireError) in try r.value() }, { $0.value($1) }) { _ = value.json }
    _ = comesBack(bytes, { (r) throws(WireError) in try r.shape() }, { $0.shape($1) })
    _ = comesBack(bytes, { (r) throws(WireError) in try r.contract() }, { $0.contract($1) })
    _ = comesBack(bytes, { (r) throws(WireError) in try r.caller() }, { $0.caller($1) })
    guard let description = try? FeatureDescription(WireMessage(.description, 0, bytes)) else { return }
    require((try? FeatureDescription(description.message)) == description, "a description does not come back")
}

private func comesBack<Content: Equatable>(
    _ bytes: [UInt8], _ read: (inout WireReader) throws(WireError) -> Content,
    _ write: (inout WireWriter, Content) -> Void
) -> Content? {
    var reader = WireReader(bytes)
    guard let content = try? read(&reader) else { return nil }
    var writer = WireWriter()
    write(&writer, content)
    var again = WireReader(writer.bytes)
    require((try? read(&again)) == content, "\(content) does not come back")
    return content
}

/// Lets a worker say all this to a host, and waits for the end of its run.
private func lead(_ messages: [WireMessage]) {
    guard !messages.isEmpty else { return }
    let bus = BusCore(clock: SystemClock())
    let instance = FeatureInstance(
        id: "far", entry: .remote(described, source: Talker(messages: messages)), settings: [:],
        in: .init(
            bus: bus,
            wiring: Wiring(publishes: ["a"], reads: ["a", "b"], serves: ["far.ask"], requests: ["far.ask"]),
            flags: NoFlags(), log: NoLog(), onReady: {}))
    let ended = Signal()
    Task {
        try? await instance.run()
        ended.raise()
    }
    while !ended.isRaised { sched_yield() }
    require(bus.servedRoutes.isEmpty, "a route is left")
    require(bus.report.allSatisfy { $0.readers.isEmpty }, "a reader is left")
}

private let described = FeatureDescription(FeatureEntry(Described.self))

private struct Described: Feature {
    static let contracts: [Contract] = [
        .publishes(Topic<Int>("a")), .reads(Topic<Int>("b")),
        .serves(Route<Nothing, Int>("far.ask", .get, "/ask", access: .everyone)),
    ]
    init(settings: NoSettings, context: FeatureContext) throws {}
    func run() async throws {}
}

/// A worker that says what it is told to, and goes.
private struct Talker: WorkerSource {
    let messages: [WireMessage]

    func run(
        receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
        connected: @escaping @Sendable (any WireConnection) -> Void
    ) async throws {
        connected(Nowhere())
        for message in messages { try receive(message) }
    }
}

private final class Nowhere: WireConnection {
    var waiting: Int { 0 }
    func send(_ message: WireMessage) -> Bool { true }
    func sendInPieces(_ message: WireMessage) -> Bool { true }
    func close() {}
}

private struct NoFlags: FlagSource {
    func value(of key: String, for caller: Caller) -> Value? { nil }
}

private struct NoLog: LogSink {
    func takes(_ level: LogLevel, from feature: String) -> Bool { true }
    func write(_ record: LogRecord) {}
}

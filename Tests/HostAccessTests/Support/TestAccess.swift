@_spi(Hosting) import FeatureKit
import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostAccess

/// A time that a test sets.
final class TestTime: ClockSource {
    private let state = Lock(
        (now: Timestamp("2026-11-22T18:00:00Z") ?? Timestamp(nanoseconds: 0), uptime: Duration.zero))
    private let sleepers = Lock<[(until: Duration, signal: Signal)]>([])

    var now: Timestamp { state.withLock { $0.now } }
    var uptime: Duration { state.withLock { $0.uptime } }

    /// Lets time go by.
    func pass(_ time: Duration) {
        let uptime = state.withLock { state in
            state = (state.now.advanced(by: time), state.uptime + time)
            return state.uptime
        }
        let woken = sleepers.withLock { sleepers in
            defer { sleepers.removeAll { $0.until <= uptime } }
            return sleepers.filter { $0.until <= uptime }
        }
        for sleeper in woken { sleeper.signal.raise() }
    }

    func sleep(until uptime: Duration) async throws {
        let signal = Signal()
        sleepers.withLock { $0.append((uptime, signal)) }
        if self.uptime >= uptime { return }
        await signal.wait()
        try Task.checkCancellation()
    }

    /// The time in seconds, and some more.
    func seconds(_ more: Int64 = 0) -> Int64 { now.nanoseconds / 1_000_000_000 + more }
}

/// Hears what is logged.
final class TestLog: LogSink {
    private let lines = Lock<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func takes(_ level: LogLevel, from feature: String) -> Bool { true }

    func write(_ entry: LogRecord) {
        let fields = entry.fields.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
        lines.withLock { $0.append("\(entry.level) \(entry.message) \(fields)") }
    }
}

/// An address that answers as a test says, and counts how often it was asked.
final class TestAddress: Sendable {
    private struct State {
        var answer: KeyAnswer
        var asked: [String?] = []
    }

    private let state: Lock<State>
    let bell = Bell()

    init(_ answer: KeyAnswer) { state = Lock(State(answer: answer)) }

    var answer: KeyAnswer {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }

    /// The tags that came along.
    var asked: [String?] { state.withLock { $0.asked } }

    var ask: KeyAnswer.Ask {
        { [self] _, tag in
            state.withLock { state in
                state.asked.append(tag)
                return state.answer
            }
        }
    }
}

/// The access of users with issuers' tokens, without a host around it.
struct TestAccess: Sendable {
    let access: Access
    let time: TestTime
    let bus: BusCore
    let log: TestLog
    let address: TestAddress
    let changes: Lock<Int>

    func verify(_ token: String, at loop: Int = 0) -> Verdict { access.verify(Array(token.utf8).span, at: loop) }

    /// The user of a token; nil if the token is not valid.
    func user(_ token: String, at loop: Int = 0) -> Identity? {
        if case .user(let user) = verify(token, at: loop) { user } else { nil }
    }

    /// Why a token is refused; nil if it is valid or cannot be judged yet.
    func fault(_ token: String, at loop: Int = 0) -> TokenFault? {
        if case .refused(let fault) = verify(token, at: loop) { fault } else { nil }
    }

    /// Claims that are valid for ten minutes, with other claims added or replaced.
    func claims(_ more: String...) -> String {
        let usual = [
            #""iss":"https://a.example""#, #""aud":"app""#, #""sub":"ada""#, #""iat":\#(time.seconds())"#,
            #""exp":\#(time.seconds(600))"#,
        ]
        let names = more.map { $0.prefix { $0 != ":" } }
        return
            "{\((usual.filter { claim in !names.contains(claim.prefix { $0 != ":" }) } + more).joined(separator: ","))}"
    }

    /// Waits until a condition that other tasks bring about is met.
    func until(_ what: String, at place: SourceLocation = #_sourceLocation, _ isSo: () -> Bool) async {
        for _ in 0..<200_000 {
            if isSo() { return }
            await Task.yield()
        }
        Issue.record("never: \(what)", sourceLocation: place)
    }
}

/// The settings of one issuer, `a`.
func issuer(
    _ keys: AccessSettings.KeySource = .address(
        WebAddress(url: "https://a.example/keys", every: .seconds(3600), timeout: .seconds(1))),
    name: String = "a", iss: [String] = ["https://a.example"], revoked: String? = nil,
    algorithms: Set<SigningAlgorithm> = Set(SigningAlgorithm.allCases), attributes: [String: String] = [:],
    roles: AccessSettings.Roles? = nil
) -> AccessSettings.Issuer {
    AccessSettings.Issuer(
        name: name, issuers: iss, audiences: ["app"], keys: keys, revoked: revoked, algorithms: algorithms,
        attributes: attributes, roles: roles)
}

/// Runs a test with the users of issuers, whose keys have come where an address has them.
func withAccess(
    _ issuers: [AccessSettings.Issuer] = [issuer()], keys: [UInt8]? = nil, folder: TestFolder? = nil,
    _ body: (TestAccess) async throws -> Void
) async throws {
    let folder = try folder ?? TestFolder()
    let time = TestTime()
    let log = TestLog()
    let bus = BusCore(clock: time)
    let address = TestAddress(keys.map { .fresh($0) } ?? .failed("no network"))
    let loop = try DescriptorLoop()
    let changes = Lock(0)
    let access = Access(
        loops: 2,
        in: .init(
            bus: bus, clock: time, log: Log(feature: "access", sink: log), watch: loop, state: folder.path,
            ask: address.ask),
        changed: { changes.withLock { $0 += 1 } })
    access.update(AccessSettings(issuers: issuers))
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await loop.run() }
        group.addTask { await access.run() }
        let test = TestAccess(access: access, time: time, bus: bus, log: log, address: address, changes: changes)
        if keys != nil {
            await test.until("keys come") { log.all.contains { $0.contains("keys loaded") } }
        }
        defer {
            loop.stop()
            group.cancelAll()
        }
        try await body(test)
    }
}

/// The names in a folder.
func folderNames(_ path: String) throws -> [String] {
    try FolderNames.read(path, most: 100, where: { _ in true }).names
}

extension TestFolder {
    /// Writes a file as a whole.
    func put(_ name: String, _ bytes: [UInt8]) throws {
        guard let file = unsafe fopen(self[name] + ".new", "w") else { throw SystemError(code: errno) }
        _ = unsafe fwrite(bytes, 1, bytes.count, file)
        unsafe fclose(file)
        #expect(unsafe rename(self[name] + ".new", self[name]) == 0)
    }
}

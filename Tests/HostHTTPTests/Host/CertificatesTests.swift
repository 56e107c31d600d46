import CTLSProbe
@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Glibc
import HTTPServer
import HostSystem
import TestSupport
import Testing

@testable import HostConfig
@testable import HostHTTP

/// Certificates as they lie in files: read, refused, exchanged.
@Suite(.timeLimit(.minutes(1)))
struct CertificatesTests {
    private let folder: TestFolder
    private let now = Timestamp(nanoseconds: Int64(time(nil)) * 1_000_000_000)

    init() throws { folder = try TestFolder() }

    private func settings(_ name: String = "one") -> HTTPSettings.TLS {
        HTTPSettings.TLS(certificate: folder["\(name).pem"], key: folder["\(name).key"])
    }

    private func write(
        _ name: String = "one", subject: String = "one.test", mode: Int32 = 0o600, begins: Int = -60,
        ends: Int = 90 * 86_400
    ) {
        let written = unsafe test_write_certificate(
            settings(name).certificate, settings(name).key, mode, subject, begins, ends)
        #expect(written == 1)
    }

    private func problem(_ settings: HTTPSettings.TLS? = nil) -> String? {
        do throws(CertificateFiles.Problem) {
            _ = try CertificateFiles(settings: settings ?? self.settings()).read(at: now)
            return nil
        } catch { return "\(error)".replacing(folder.path + "/", with: "") }
    }

    @Test func `what is refused, word for word`() throws {
        #expect(problem() == "one.pem: error: no such file")
        write()
        #expect(problem() == nil)
        unsafe unlink(settings().key)
        #expect(problem() == "one.key: error: no such file")
        try folder.makeFolder("one.key")
        #expect(problem() == "one.key: error: is a folder, not a file")
        try folder.remove("one.key")
        for (mode, isFine) in [
            (Int32(0o400), true), (0o640, true), (0o644, false), (0o604, false), (0o660, false), (0o602, false),
        ] {
            write(mode: mode)
            let told =
                "one.key: error: others may read or write this key (mode \(String(mode, radix: 8))); chmod 600 or 640 "
                + "keeps it secret"
            #expect(problem() == (isFine ? nil : told))
        }
        write("two")
        #expect(
            problem(HTTPSettings.TLS(certificate: settings("two").certificate, key: settings().key))?
                .hasPrefix("one.key: error: others may") == true)
        write()
        #expect(
            problem(HTTPSettings.TLS(certificate: settings("two").certificate, key: settings().key))
                == "one.key: error: the key belongs to another certificate")
        write(begins: -7_200, ends: -3_600)
        #expect(problem()?.hasPrefix("one.pem: error: the certificate was good until 20") == true)
        #expect(unsafe truncate(settings().certificate, off_t(CertificateFiles.mostBytes + 1)) == 0)
        #expect(problem() == "one.pem: error: is larger than 256 KiB, which no certificate is")
        #expect(unsafe truncate(settings().certificate, 0) == 0)
        #expect(problem()?.contains("there is no certificate in it") == true)
    }

    @Test func `a certificate that ends soon is fine, and said`() throws {
        let log = CapturedLog()
        let certificates = Certificates(clock: SystemClock(), log: Log(feature: "http", sink: log.sink))
        #expect(certificates.status == nil)
        write(ends: 13 * 86_400)
        _ = try certificates.open(settings())
        let status = try #require(certificates.status)
        #expect(status.isOK && status.reason?.hasPrefix("the certificate is good until 20") == true)
        #expect(log.lines.map(\.message).contains { $0.hasPrefix("the certificate is good until") })
        write("early", begins: 3_600)
        let early = Certificates(clock: SystemClock(), log: Log(feature: "http", sink: log.sink))
        _ = try early.open(settings("early"))
        #expect(log.lines.map(\.message).contains { $0.hasPrefix("the certificate is not good before 20") })
        #expect(early.status == CertificateStatus(isOK: true, reason: nil))
    }

    @Test func `links that are exchanged are followed, and what is wrong goes on as before`() async throws {
        let clock = TestClock()
        let log = CapturedLog()
        let loop = try DescriptorLoop()
        // As Kubernetes does it: names lead through a link to a folder, which is exchanged.
        func place(_ number: Int, _ subject: String, isTorn: Bool = false) throws {
            try folder.makeFolder("\(number)")
            write("\(number)/tls", subject: subject)
            if isTorn { #expect(unsafe truncate(folder["\(number)/tls.key"], 0) == 0) }
            #expect(unsafe symlink("\(number)", folder["next"]) == 0)
            #expect(unsafe rename(folder["next"], folder["now"]) == 0)
        }
        try place(1, "one.test")
        let settings = HTTPSettings.TLS(certificate: folder["now/tls.pem"], key: folder["now/tls.key"])
        let source = MovedTime(clock, now)
        let certificates = Certificates(clock: source, log: Log(feature: "http", sink: log.sink))
        let keeper = try certificates.open(settings)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            group.addTask { await certificates.run(watching: loop) }
            defer {
                loop.stop()
                group.cancelAll()
            }
            try place(2, "two.test")
            await until("the second counts") { keeper.identity.subject == "CN=two.test" }
            try place(3, "three.test", isTorn: true)
            await until("it is said") {
                clock.advance(by: .milliseconds(500))
                return certificates.status?.isOK == false
            }
            #expect(keeper.identity.subject == "CN=two.test")
            let told = "there is no private key in it; a PEM file has a block BEGIN PRIVATE KEY"
            #expect(certificates.status?.reason == "the certificate before goes on: \(settings.key): error: \(told)")
            try place(4, "four.test")
            await until("the fourth counts") {
                clock.advance(by: .milliseconds(500))
                return keeper.identity.subject == "CN=four.test"
            }
            #expect(certificates.status == CertificateStatus(isOK: true, reason: nil))
            write("other", subject: "other.test")
            certificates.follow(self.settings("other"))
            await until("other files count") { keeper.identity.subject == "CN=other.test" }
        }
        #expect(log.lines.filter { $0.message == "the certificate before goes on" }.count == 1)
        #expect(log.lines.filter { $0.message == "certificate taken" }.count == 4)
    }

    private func until(_ what: String, at place: SourceLocation = #_sourceLocation, _ isSo: () -> Bool) async {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(30)
        while !isSo() {
            guard clock.now < end else {
                Issue.record("it never came about that \(what)", sourceLocation: place)
                return
            }
            await Task.yield()
        }
    }
}

/// A test's clock that shows the time of day.
private struct MovedTime: ClockSource {
    private let clock: TestClock
    let now: Timestamp

    init(_ clock: TestClock, _ now: Timestamp) {
        self.clock = clock
        self.now = now
    }

    var uptime: Duration { clock.source.uptime }
    func sleep(until uptime: Duration) async throws { try await clock.source.sleep(until: uptime) }
}

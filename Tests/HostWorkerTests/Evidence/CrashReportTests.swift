import TestSupport
import Testing

@testable import HostWorker

/// The report of a crashing worker is read as untrusted input.
struct CrashReportTests {
    private let text = """
        signal 11
        at 7f0000001234
        at 55
        maps
        7f0000000000-7f0000002000 r-xp 00004000 08:01 77                         /lib/with blank.so
        7f0000002000-7f0000003000 rw-p 00000000 00:00 0                          [heap]

        """

    @Test func `Calls are found in the files that lie there`() {
        let report = CrashReport(Array(text.utf8))
        #expect(report.signal == 11)
        #expect(report.calls == [0x7f00_0000_1234, 0x55])
        #expect(report.place(of: 0x7f00_0000_1234)?.path == "/lib/with blank.so")
        #expect(report.place(of: 0x7f00_0000_1234)?.offset == 0x5234)
        #expect(report.place(of: 0x55) == nil)
        #expect(Backtrace.lines(report) == ["0x5234    with blank.so", "0x55"])
    }

    @Test func `A truncated or damaged report is read as far as possible`() {
        let bytes = Array(text.utf8)
        for end in bytes.indices { _ = Backtrace.lines(CrashReport(Array(bytes[..<end]))) }
        var random = SeededGenerator(seed: 4)
        for _ in 0..<2_000 {
            var damaged = bytes
            for _ in 0..<4 {
                damaged[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = CrashReport(damaged).calls.map { CrashReport(damaged).place(of: $0)?.offset }
        }
        #expect(CrashReport([]) == CrashReport(Array("nonsense".utf8)))
        let many = String(repeating: "at 1\n", count: 1_000)
        #expect(CrashReport(Array(many.utf8)).calls.count == 64)
        let huge = "at ffffffffffffffff\nmaps\n0-ffffffffffffffff r-xp ffffffffffffffff 0:0 0 /x\n"
        #expect(CrashReport(Array(huge.utf8)).place(of: 5) == nil)
    }

    @Test func `Names are written without the discriminators of private ones`() {
        let digits = "31B12E05555F9C92C07C99416AC639A2"
        #expect(Backtrace.readable("Shop.(open in _\(digits))(Int) -> Int") == "Shop.open(Int) -> Int")
        #expect(
            Backtrace.readable("closure #1 in Shop.(a in _\(digits)).(b in _\(digits))()") == "closure #1 in Shop.a.b()"
        )
        #expect(Backtrace.readable("f(x in _12) in _") == "f(x in _12) in _")
    }
}

import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite struct HTTPDateTests {
    private func text(_ seconds: Int) -> String { String(decoding: HTTPDate.bytes(seconds), as: UTF8.self) }

    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
            (1_709_251_200, "Fri, 01 Mar 2024 00:00:00 GMT"),
            (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (253_402_300_800, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (-1, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (.min, "Thu, 01 Jan 1970 00:00:00 GMT"),
        ] as [(Int, String)])
    func `A date is written as HTTP wants it`(seconds: Int, date: String) { #expect(text(seconds) == date) }

    @Test(arguments: Seeds.forThisRun(count: 4))
    func `Dates agree with the system's own`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var seconds = Int.random(in: 0...253_402_300_799, using: &random)
            var parts = unsafe tm()
            unsafe gmtime_r(&seconds, &parts)
            var buffer = [CChar](repeating: 0, count: 64)
            let count = unsafe strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            let system = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            #expect(text(seconds) == system, "\(seconds), replay with FLAGSTAND_SEED=\(seed)")
            #expect(HTTPDate.bytes(seconds).count == HTTPDate.length)
        }
    }
}

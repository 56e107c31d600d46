import Glibc
import Testing

@testable import HostConfig

@Suite struct InotifyTests {
    /// A notice as the system writes it.
    func bytes(watch: UInt32, mask: UInt32, name: String, padding: Int) -> [UInt8] {
        let name = Array(name.utf8) + [UInt8](repeating: 0, count: padding)
        return [watch, mask, 0, UInt32(name.count)].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number.littleEndian >> ($0 * 8)) }
        } + name
    }

    @Test func `notices are taken apart`() {
        let all =
            bytes(watch: 1, mask: 8, name: "plugins.yaml", padding: 4)
            + bytes(watch: 2, mask: 0x400, name: "", padding: 0)
            + bytes(watch: .max, mask: 0x4000, name: "", padding: 0)
        #expect(
            Inotify.notices(in: all[...]) == [
                .init(watch: 1, mask: 8, name: "plugins.yaml"), .init(watch: 2, mask: 0x400, name: ""),
                .init(watch: -1, mask: 0x4000, name: ""),
            ])
    }

    @Test func `a notice that breaks off is left out, wherever it breaks off`() {
        let whole = bytes(watch: 1, mask: 8, name: "a", padding: 3)
        for length in 0..<whole.count {
            #expect(Inotify.notices(in: (whole + whole.prefix(length))[...]) == [.init(watch: 1, mask: 8, name: "a")])
        }
    }
}

@_spi(Hosting) import FeatureKit
import TestSupport
import Testing

@testable import HostRuntime

/// What was damaged is not taken for what was written, nor what was never sealed for something damaged.
struct SealTests {
    private let text = Array("{\"version\":1}\n".utf8)

    private func fault(_ file: [UInt8]) -> Seal.Fault? {
        do throws(Seal.Fault) { _ = try Seal.content(of: file) } catch { return error }
        return nil
    }

    @Test func `What was sealed is read, also nothing at all`() throws {
        let line = "flagstand 1 sha256 \(SHA256.hexDigest(of: text)) 14\n"
        #expect(Seal.sealed(text) == Array(line.utf8) + text)
        #expect(try Seal.content(of: Seal.sealed(text)) == text)
        #expect(try Seal.content(of: Seal.sealed([])) == [])
        #expect(try Seal.content(of: Seal.sealed(Seal.sealed(text))) == Seal.sealed(text))
    }

    @Test(arguments: ["{\"version\":1}\n", "flags: {}\n", "f: 1", "# flagstand 1 sha256\n", "x", "\n"])
    func `A file of an older host is what it says`(text: String) throws {
        #expect(try Seal.content(of: Array(text.utf8)) == Array(text.utf8))
    }

    @Test func `Wherever it is cut off or a bit is another one, it is seen`() {
        let file = Seal.sealed(text)
        for count in file.indices {
            let expected: Seal.Fault =
                switch count {
                case 0: .empty
                case ...(file.count - text.count - 1): .brokenLine
                default: .cutOff(bytes: count - (file.count - text.count), of: text.count)
                }
            #expect(fault(Array(file.prefix(count))) == expected, "\(count) bytes")
        }
        for place in file.indices {
            for bit in 0..<8 {
                var bad = file
                bad[place] ^= 1 << bit
                #expect(fault(bad) != nil, "byte \(place), bit \(bit)")
            }
        }
        #expect(fault(file + [10]) == .damaged)
        #expect(fault([UInt8](repeating: 0, count: file.count)) == nil, "zeros were never sealed, and are no JSON")
    }

    @Test(arguments: ["", "-1", "1e3", "99999999999999999999", "14 ", " 14", "14 14"])
    func `A line that was made by hand is read strictly`(count: String) {
        let line = "\(Seal.mark)\(SHA256.hexDigest(of: text)) \(count)\n"
        #expect(fault(Array(line.utf8) + text) == .brokenLine || fault(Array(line.utf8) + text) == .damaged)
    }
}

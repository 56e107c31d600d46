import Testing

@testable import FlagEngine

@Suite struct TextRunTests {
    private func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        unsafe left.withUnsafeBufferPointer { left in
            unsafe right.withUnsafeBufferPointer { unsafe TextRun(left).isSame(as: TextRun($0)) }
        }
    }

    @Test func `texts of every length are told apart by each of their bytes`() {
        for count in 0...20 {
            let bytes = (0..<count).map { UInt8($0 + 65) }
            #expect(isSame(bytes, bytes) && !isSame(bytes, bytes + [65]))
            for index in 0..<count {
                var other = bytes
                other[index] ^= 0x80
                #expect(!isSame(bytes, other), "byte \(index) of \(count)")
            }
        }
    }
}

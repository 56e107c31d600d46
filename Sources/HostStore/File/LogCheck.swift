internal import Glibc
internal import HostSystem

/// Tells a log that was damaged from one whose end was never acknowledged.
///
/// SQLite reads its log up to the first frame that does not fit and takes that for the end. After a power cut it is. But
/// where a later commit follows that was begun after the frame had been synced, what does not fit was once acknowledged,
/// and SQLite would leave it out without a word.
///
/// Each frame's sum goes on from the one before it. So two frames, one after the other, show that they belong together
/// whatever stands before them.
struct LogCheck {
    /// Where the header and the frames say what.
    private enum Layout {
        static let header = 32
        static let frameHeader = 24
        static let magic: UInt32 = 0x377F_0682
        static let pageSizes = 512...65_536
    }

    /// Two sums that go on from word to word.
    private struct Sum: Equatable {
        var one: UInt32 = 0
        var other: UInt32 = 0

        mutating func add(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) {
            var place = 0
            while place &+ 8 <= bytes.count {
                let first = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                let second = unsafe bytes.loadUnaligned(fromByteOffset: place &+ 4, as: UInt32.self)
                one = one &+ (isBigEndian ? UInt32(bigEndian: first) : UInt32(littleEndian: first)) &+ other
                other = other &+ (isBigEndian ? UInt32(bigEndian: second) : UInt32(littleEndian: second)) &+ one
                place &+= 8
            }
        }
    }

    /// One frame of the log.
    private struct Frame {
        /// Whether a commit ends with it.
        let isCommit: Bool
        /// The log's salt, which changes each time that SQLite restarts the log.
        let salt: UInt64
        /// The checksum that is stored in it.
        let stored: Sum
    }

    /// Whether a log holds acknowledged commits that SQLite would not find.
    static func isDamaged(_ path: String) throws(SystemError) -> Bool {
        let log = try Descriptor { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        var header = [UInt8](repeating: 0, count: Layout.header)
        let count = try read(log, &header, at: 0)
        // Shorter than its header, or made and never written: nothing was acknowledged with it.
        guard count == Layout.header, header.contains(where: { $0 != 0 }) else { return false }
        let isBigEndian = number(header, 0) == Layout.magic | 1
        let pageSize = Int(number(header, 8))
        var sum = Sum()
        unsafe header.withUnsafeBytes { unsafe sum.add(.init(rebasing: $0.prefix(24)), isBigEndian: isBigEndian) }
        // The header is in one sector and is synced before anything follows it: it is whole, or was damaged.
        guard number(header, 0) & ~1 == Layout.magic, Layout.pageSizes.contains(pageSize),
            pageSize.nonzeroBitCount == 1, sum == Sum(one: number(header, 24), other: number(header, 28))
        else { return true }
        return try LogCheck(log: log, pageSize: pageSize, isBigEndian: isBigEndian, salt: salt(header, 16)).isDamaged(
            sum)
    }

    private let log: Descriptor
    private let pageSize: Int
    private let isBigEndian: Bool
    private let salt: UInt64

    /// Follows the frames from the header's sum on.
    private func isDamaged(_ start: Sum) throws(SystemError) -> Bool {
        var bytes = [UInt8](repeating: 0, count: Layout.frameHeader + pageSize)
        var place = Layout.header
        var before: (stored: Sum, computed: Sum) = (start, start)
        /// Whether some frame did not fit, and whether the one before is the end of a commit that came later, or the end
        /// of one by its own words, which something goes on from only if it was synced.
        var (isBroken, isAfterCommit) = (false, false)
        while try Self.read(log, &bytes, at: place) == bytes.count {
            place += bytes.count
            let frame = Frame(
                isCommit: Self.number(bytes, 4) != 0, salt: Self.salt(bytes, 8),
                stored: Sum(one: Self.number(bytes, 16), other: Self.number(bytes, 20)))
            let computed = sum(bytes, after: before.computed)
            // Behind a damaged frame the chain goes on from what it says, or from what it should have said.
            let fits =
                frame.salt == salt
                && (computed == frame.stored
                    || before.stored != before.computed && sum(bytes, after: before.stored) == frame.stored)
            // What a commit that failed has left behind may fit as well, but nothing goes on from its end.
            if fits, isAfterCommit { return true }
            isBroken = isBroken || !fits
            isAfterCommit = isBroken && frame.isCommit && frame.salt == salt
            before = (frame.stored, fits ? frame.stored : computed)
        }
        return false
    }

    private func sum(_ frame: [UInt8], after before: Sum) -> Sum {
        var sum = before
        unsafe frame.withUnsafeBytes { bytes in
            unsafe sum.add(.init(rebasing: bytes.prefix(8)), isBigEndian: isBigEndian)
            unsafe sum.add(.init(rebasing: bytes.dropFirst(Layout.frameHeader)), isBigEndian: isBigEndian)
        }
        return sum
    }

    // MARK: Bytes

    private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func salt(_ bytes: [UInt8], _ place: Int) -> UInt64 {
        UInt64(number(bytes, place)) << 32 | UInt64(number(bytes, place + 4))
    }

    /// Fills `bytes` from a place on; fewer where the log ends.
    private static func read(_ log: Descriptor, _ bytes: inout [UInt8], at place: Int) throws(SystemError) -> Int {
        var done = 0
        while done < bytes.count {
            let rest = bytes.count - done
            let count = try SystemError.check {
                unsafe bytes.withUnsafeMutableBytes { piece in
                    unsafe pread(log.number, piece.baseAddress.map { unsafe $0 + done }, rest, off_t(place + done))
                }
            }
            guard count > 0 else { break }
            done += count
        }
        return done
    }
}

/// The format btsnoop, version 1.
///
/// A file has a header of 16 bytes (magic, version, datalink) and records: five numbers with the highest byte first
/// (original length, kept length, flags, drops, microseconds since the year 0) and the kept bytes of one packet.
struct BTSnoop: CaptureFormat {
    static let magics: [[UInt8]] = [Array("btsnoop".utf8) + [0]]
    static let fileHeaderLength = 16
    static let recordHeaderLength = 24
    /// The longest packet that HCI has: the kind, an ACL header and as many bytes as 16 bits can count.
    static let longestPacket: UInt32 = 1 + 4 + 65_535
    /// Microseconds from what recorders take for the year 0 to 1970.
    static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000

    let link: LinkType

    init(header: ArraySlice<UInt8>) throws(CaptureProblem) {
        var reader = ByteReader(header.dropFirst(8))
        guard let version: UInt32 = reader.bigEndian(), let number: UInt32 = reader.bigEndian() else {
            throw .headerCut(bytes: header.count)
        }
        guard version == 1 else { throw .btsnoopVersion(version) }
        link =
            switch number {
            case 1001: .hci
            case 1002: .h4
            case 2001: .monitor
            default: throw .btsnoopLink(number)
            }
    }

    func recordHeader(_ bytes: ArraySlice<UInt8>) -> RecordHeader? {
        var reader = ByteReader(bytes)
        guard let original: UInt32 = reader.bigEndian(), let kept: UInt32 = reader.bigEndian(),
            let flags: UInt32 = reader.bigEndian(), let _: UInt32 = reader.bigEndian(),
            let time: Int64 = reader.bigEndian()
        else { return nil }
        let (microseconds, overflows) = time.subtractingReportingOverflow(Self.epoch)
        return RecordHeader(
            kept: kept, original: original, flags: flags, microseconds: overflows ? .min : microseconds)
    }

    func fault(in header: RecordHeader) -> CaptureProblem.Fault? {
        header.kept > Self.longestPacket ? .tooLong(says: header.kept, most: Self.longestPacket) : nil
    }
}

/// How a kind of capture lays out its bytes.
protocol CaptureFormat: Sendable, SendableMetatype {
    /// What its files begin with.
    static var magics: [[UInt8]] { get }
    static var fileHeaderLength: Int { get }
    static var recordHeaderLength: Int { get }
    var link: LinkType { get }

    /// Reads a whole file header that begins with one of the magics.
    init(header: ArraySlice<UInt8>) throws(CaptureProblem)
    /// Reads what stands before a packet; nil where bytes are missing.
    func recordHeader(_ bytes: ArraySlice<UInt8>) -> RecordHeader?
    /// What is wrong with the lengths that a record says.
    func fault(in header: RecordHeader) -> CaptureProblem.Fault?
}

/// Reads a btsnoop or pcap capture from chunks of any size.
public struct CaptureReader: Sendable {
    private static let formats: [any CaptureFormat.Type] = [BTSnoop.self, PCap.self]
    private static let longestMagic = 8

    private var format: (any CaptureFormat)?
    private var headerLength = 0
    /// How many records were read.
    public private(set) var count = 0
    private var unread: ArraySlice<UInt8> = []
    private var offset: UInt64 = 0

    /// Reads a capture from its start.
    public init() {}

    /// What the packets are; nil until the file's header was read.
    public var link: LinkType? { format?.link }

    /// Adds what follows in the file.
    public mutating func append(_ chunk: [UInt8]) {
        unread = unread.isEmpty ? chunk[...] : (Array(unread) + chunk)[...]
    }

    /// The next record; nil where more of the file is needed.
    public mutating func next() throws(CaptureProblem) -> CaptureRecord? {
        if format == nil { try readHeader() }
        guard let format, unread.count >= headerLength,
            let header = format.recordHeader(unread.prefix(headerLength))
        else { return nil }
        if let fault = format.fault(in: header) { throw broken(fault) }
        guard header.kept <= header.original else {
            throw broken(.moreThanOriginal(kept: header.kept, original: header.original))
        }
        let length = headerLength + Int(header.kept)
        guard unread.count >= length else { return nil }
        let packet = unread.prefix(length).dropFirst(headerLength)
        count += 1
        consume(length)
        return CaptureRecord(
            number: count, flags: header.flags, microseconds: header.microseconds, packet: packet)
    }

    /// Ends the file: throws where it has no record, or ends within one.
    public func finish() throws(CaptureProblem) {
        guard let format else {
            guard !unread.isEmpty else { throw .empty }
            guard !Self.begins(unread, with: PCap.magicOfPCapNG) else { throw .pcapng }
            let magics = Self.formats.flatMap { $0.magics }
            throw magics.contains { Self.begins(unread, with: $0) } ? .headerCut(bytes: unread.count) : .notACapture
        }
        guard unread.isEmpty else {
            guard unread.count >= headerLength, let header = format.recordHeader(unread.prefix(headerLength)) else {
                throw broken(.headerCut(left: unread.count, of: headerLength))
            }
            throw broken(.packetCut(says: header.kept, left: unread.count - headerLength))
        }
        guard count > 0 else { throw .noRecords }
    }

    private mutating func readHeader() throws(CaptureProblem) {
        for format in Self.formats {
            guard format.magics.contains(where: { Self.begins(unread, with: $0) }) else { continue }
            guard unread.count >= format.fileHeaderLength else { return }
            self.format = try format.init(header: unread.prefix(format.fileHeaderLength))
            headerLength = format.recordHeaderLength
            return consume(format.fileHeaderLength)
        }
        if unread.count >= Self.longestMagic { try finish() }
    }

    /// Compares as many bytes as both have.
    private static func begins(_ bytes: ArraySlice<UInt8>, with magic: [UInt8]) -> Bool {
        magic.starts(with: bytes.prefix(magic.count))
    }

    private mutating func consume(_ bytes: Int) {
        unread = unread.dropFirst(bytes)
        offset += UInt64(bytes)
    }

    private func broken(_ fault: CaptureProblem.Fault) -> CaptureProblem { .record(count + 1, at: offset, fault) }
}

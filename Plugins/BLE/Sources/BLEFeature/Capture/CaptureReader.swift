/// How a kind of capture lays out its bytes.
protocol CaptureLayout: Sendable, SendableMetatype {
    /// What its files begin with.
    static var magics: [[UInt8]] { get }
    static var fileHeader: Int { get }
    static var recordHeader: Int { get }
    /// What its packets are.
    var link: Datalink { get }

    /// Reads a whole file header, whose magic is right.
    init(header: ArraySlice<UInt8>) throws(CaptureProblem)
    /// What stands before a packet; nil where more of it is needed.
    func head(_ bytes: ArraySlice<UInt8>) -> RecordHead?
    /// What can't be so, by its lengths.
    func fault(in head: RecordHead) -> CaptureProblem.Fault?
}

/// Reads a capture of any kind from chunks of any size; pure, it opens no file.
struct CaptureReader {
    private static let layouts: [any CaptureLayout.Type] = [BTSnoop.self, PCap.self]
    private static let longestMagic = 8

    /// Known once the file's header has been read.
    private var layout: (any CaptureLayout)?
    private var recordHeader = 0
    /// How many records have been read.
    private(set) var count = 0
    private var unread: ArraySlice<UInt8> = []
    private var offset: UInt64 = 0

    /// What the packets are; known once the file's header has been read.
    var link: Datalink? { layout?.link }

    /// Adds what follows in the file.
    mutating func append(_ chunk: [UInt8]) {
        unread = unread.isEmpty ? chunk[...] : (Array(unread) + chunk)[...]
    }

    /// The next record; nil where more of the file is needed.
    mutating func next() throws(CaptureProblem) -> CaptureRecord? {
        if layout == nil { try readHeader() }
        guard let layout, unread.count >= recordHeader, let head = layout.head(unread.prefix(recordHeader)) else {
            return nil
        }
        if let fault = layout.fault(in: head) { throw broken(fault) }
        guard head.kept <= head.original else {
            throw broken(.moreThanOriginal(kept: head.kept, original: head.original))
        }
        let length = recordHeader + Int(head.kept)
        guard unread.count >= length else { return nil }
        let packet = unread.prefix(length).dropFirst(recordHeader)
        count += 1
        consume(length)
        return CaptureRecord(number: count, flags: head.flags, microseconds: head.microseconds, packet: packet)
    }

    /// To be called at the end of the file: nothing may be left over.
    func finish() throws(CaptureProblem) {
        guard let layout else {
            guard !unread.isEmpty else { throw .empty }
            guard !Self.begins(unread, with: PCap.magicOfPCapNG) else { throw .pcapng }
            let magics = Self.layouts.flatMap { $0.magics }
            throw magics.contains { Self.begins(unread, with: $0) } ? .headerCut(bytes: unread.count) : .notACapture
        }
        guard unread.isEmpty else {
            guard unread.count >= recordHeader, let head = layout.head(unread.prefix(recordHeader)) else {
                throw broken(.headerCut(left: unread.count, of: recordHeader))
            }
            throw broken(.packetCut(says: head.kept, left: unread.count - recordHeader))
        }
        guard count > 0 else { throw .noRecords }
    }

    private mutating func readHeader() throws(CaptureProblem) {
        for layout in Self.layouts {
            guard layout.magics.contains(where: { Self.begins(unread, with: $0) }) else { continue }
            guard unread.count >= layout.fileHeader else { return }
            self.layout = try layout.init(header: unread.prefix(layout.fileHeader))
            recordHeader = layout.recordHeader
            return consume(layout.fileHeader)
        }
        if unread.count >= Self.longestMagic { try finish() }
    }

    /// As far as there is anything of both.
    private static func begins(_ bytes: ArraySlice<UInt8>, with magic: [UInt8]) -> Bool {
        magic.starts(with: bytes.prefix(magic.count))
    }

    private mutating func consume(_ bytes: Int) {
        unread = unread.dropFirst(bytes)
        offset += UInt64(bytes)
    }

    private func broken(_ fault: CaptureProblem.Fault) -> CaptureProblem { .record(count + 1, at: offset, fault) }
}

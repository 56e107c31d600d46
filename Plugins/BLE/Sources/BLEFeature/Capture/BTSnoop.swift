/// Reads btsnoop, version 1, from chunks of any size; pure, it opens no file.
///
/// A file has a header of 16 bytes (magic, version, datalink) and records: five numbers with the highest byte first
/// (original length, kept length, flags, drops, microseconds since the year 0) and the kept bytes of one packet.
struct BTSnoop {
    /// How the records of a file are framed.
    enum Link: UInt32 {
        /// Bare HCI packets; the flags tell their kind.
        case h1 = 1001
        /// HCI packets behind a byte that tells their kind.
        case h4 = 1002
        /// What BlueZ's monitor writes; the flags tell the kind.
        case monitor = 2001
    }

    struct Record: Equatable {
        /// From 1.
        let number: Int
        let flags: UInt32
        /// On the recorder's clock, which may have been set while it recorded.
        let microseconds: Int64
        let packet: ArraySlice<UInt8>
    }

    static let magic: [UInt8] = Array("btsnoop".utf8) + [0]
    static let fileHeader = 16
    static let recordHeader = 24
    /// The longest packet that HCI has: the kind, an ACL header and as many bytes as 16 bits can count.
    static let longestPacket = 1 + 4 + 65_535

    /// Known once the file's header has been read.
    private(set) var link: Link?
    /// How many records have been read.
    private(set) var count = 0
    private var unread: ArraySlice<UInt8> = []
    private var offset: UInt64 = 0

    /// Adds what follows in the file.
    mutating func append(_ chunk: [UInt8]) {
        unread = unread.isEmpty ? chunk[...] : (Array(unread) + chunk)[...]
    }

    /// The next record; nil where more of the file is needed.
    mutating func next() throws(CaptureProblem) -> Record? {
        if link == nil, try !readHeader() { return nil }
        var reader = ByteReader(unread)
        guard let original: UInt32 = reader.bigEndian(), let kept: UInt32 = reader.bigEndian(),
            let flags: UInt32 = reader.bigEndian(), let _: UInt32 = reader.bigEndian(),
            let microseconds: Int64 = reader.bigEndian()
        else { return nil }
        guard kept <= Self.longestPacket else { throw broken(.tooLong(says: kept)) }
        guard kept <= original else { throw broken(.moreThanOriginal(kept: kept, original: original)) }
        guard let packet = reader.bytes(Int(kept)) else { return nil }
        count += 1
        consume(Self.recordHeader + packet.count)
        return Record(number: count, flags: flags, microseconds: microseconds, packet: packet)
    }

    /// To be called at the end of the file: nothing may be left over.
    func finish() throws(CaptureProblem) {
        guard link != nil else {
            guard !unread.isEmpty else { throw .empty }
            throw Self.magic.starts(with: unread.prefix(Self.magic.count))
                ? .headerCut(bytes: unread.count) : .notBTSnoop
        }
        guard unread.isEmpty else {
            guard unread.count >= Self.recordHeader else { throw broken(.headerCut(left: unread.count)) }
            let says: UInt32 = ByteReader.number(unread.dropFirst(4).prefix(4))
            throw broken(.packetCut(says: says, left: unread.count - Self.recordHeader))
        }
        guard count > 0 else { throw .noRecords }
    }

    private mutating func readHeader() throws(CaptureProblem) -> Bool {
        var reader = ByteReader(unread)
        guard let magic = reader.bytes(Self.magic.count), let version: UInt32 = reader.bigEndian(),
            let number: UInt32 = reader.bigEndian()
        else { return false }
        guard magic.elementsEqual(Self.magic) else { throw .notBTSnoop }
        guard version == 1 else { throw .version(version) }
        guard let link = Link(rawValue: number) else { throw .link(number) }
        self.link = link
        consume(Self.fileHeader)
        return true
    }

    private mutating func consume(_ bytes: Int) {
        unread = unread.dropFirst(bytes)
        offset += UInt64(bytes)
    }

    private func broken(_ fault: CaptureProblem.Fault) -> CaptureProblem { .record(count + 1, at: offset, fault) }
}

extension BTSnoop.Record {
    private static let eventKind: UInt8 = 4
    private static let monitorEvent: UInt32 = 3

    /// The HCI event that the record holds, from its code on; nil for commands, data and notes.
    func event(on link: BTSnoop.Link) -> ArraySlice<UInt8>? {
        switch link {
        // Bit 0: the host received it. Bit 1: it is a command or an event.
        case .h1: flags & 0b11 == 0b11 ? packet : nil
        case .h4: packet.first == Self.eventKind ? packet.dropFirst() : nil
        // The upper half numbers the adapter.
        case .monitor: flags & 0xFFFF == Self.monitorEvent ? packet : nil
        }
    }
}

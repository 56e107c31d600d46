/// Takes the advertisement out of a packet as it is in the air: access address, header, payload, checksum.
enum AirPacket {
    /// What the radio says before each packet, which has 10 bytes.
    private struct Radio {
        private static let signalIsValid: UInt16 = 0x0002
        private static let isDewhitened: UInt16 = 0x0001
        private static let referenceIsValid: UInt16 = 0x0010
        private static let checksumIsChecked: UInt16 = 0x0400
        private static let checksumIsValid: UInt16 = 0x0800

        let signal: Int8?
        /// The access address that it listened for; the packet's own may have flipped bits.
        let reference: UInt32?
        /// nil where nobody looked.
        let isIntact: Bool?
        /// Whether the packet's bits are as they were sent.
        let isReadable: Bool
        let isCoded: Bool

        init?(_ reader: inout ByteReader) {
            guard reader.byte() != nil, let signal: Int8 = reader.littleEndian(), reader.bytes(2) != nil,
                let reference: UInt32 = reader.littleEndian(), let flags: UInt16 = reader.littleEndian()
            else { return nil }
            self.signal = flags & Self.signalIsValid != 0 ? signal : nil
            self.reference = flags & Self.referenceIsValid != 0 ? reference : nil
            isIntact = flags & Self.checksumIsChecked != 0 ? flags & Self.checksumIsValid != 0 : nil
            let modulation = flags >> 14
            isCoded = modulation == 2
            isReadable = flags & Self.isDewhitened != 0 && modulation != 3
        }
    }

    private enum Kind {
        static let undirected: UInt8 = 0, nonConnectable: UInt8 = 2, scanResponse: UInt8 = 4, scannable: UInt8 = 6
        static let extended: UInt8 = 7
    }

    /// What all advertisements are sent to.
    static let accessAddress: UInt32 = 0x8E89_BED6
    /// An address and the data of a legacy advertisement.
    private static let legacyLengths = 6...37

    static func read(
        _ packet: ArraySlice<UInt8>, toldByRadio: Bool, with pieces: inout PieceMemory, at time: Duration,
        _ body: (Result<Advertisement, AdvertRefusal>) -> Void
    ) {
        var reader = ByteReader(packet)
        var radio: Radio?
        if toldByRadio {
            guard let told = Radio(&reader), told.isReadable else { return body(.failure(.brokenEvent)) }
            radio = told
        }
        guard let address: UInt32 = reader.littleEndian() else { return body(.failure(.brokenEvent)) }
        guard (radio?.reference ?? address) == accessAddress else { return body(.failure(.noAdvertisement)) }
        guard radio?.isIntact != false else { return body(.failure(.brokenEvent)) }
        // How it was coded stands between the address and the rest.
        if radio?.isCoded == true, reader.byte() == nil { return body(.failure(.brokenEvent)) }
        let checked = reader.rest.dropLast(Checksum.length)
        guard let head = reader.byte(), let length = reader.byte(), let payload = reader.bytes(Int(length)),
            let checksum = reader.bytes(Checksum.length), reader.rest.isEmpty,
            radio?.isIntact == true || Checksum.of(checked) == ByteReader.number(checksum.reversed())
        else { return body(.failure(.brokenEvent)) }
        let sender: UInt8 = head & 0x40 == 0 ? 0 : 1
        switch head & 0x0F {
        case Kind.undirected, Kind.nonConnectable, Kind.scanResponse, Kind.scannable:
            var payload = ByteReader(payload)
            guard legacyLengths.contains(payload.rest.count), let bytes = payload.bytes(6) else {
                return body(.failure(.brokenEvent))
            }
            body(.success(Advertisement(address: .init(sender, bytes), rssi: radio?.signal, data: payload.rest)))
        case Kind.extended:
            guard let extended = ExtendedPayload(payload, sender: sender) else { return body(.failure(.brokenEvent)) }
            extended.read(with: &pieces, at: time, rssi: radio?.signal, body)
        default: body(.failure(.noAdvertisement))
        }
    }
}

extension Advertisement.Address {
    /// Reads it as it is sent, its lowest byte first.
    init(_ kind: UInt8, _ bytes: ArraySlice<UInt8>) {
        self.init(kind: kind, number: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
}

/// Reads the advertisement in a packet of the link layer: access address, header, payload, checksum.
enum LinkLayerPacket {
    /// The 10 bytes in which a radio says how it heard the packet.
    private struct Radio {
        private static let signalIsValid: UInt16 = 0x0002
        private static let isDewhitened: UInt16 = 0x0001
        private static let referenceIsValid: UInt16 = 0x0010
        private static let checksumIsChecked: UInt16 = 0x0400
        private static let checksumIsValid: UInt16 = 0x0800

        let signal: Int8?
        /// The access address that it listened for; the packet's own may have bit errors.
        let reference: UInt32?
        /// Whether the checksum is right; nil where the radio did not look.
        let isIntact: Bool?
        /// Whether the bits are no longer whitened.
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

    /// The access address of all advertisements.
    static let accessAddress: UInt32 = 0x8E89_BED6
    /// The lengths of a legacy payload: an address and up to 31 bytes of data.
    private static let legacyLengths = 6...37

    static func read(
        _ packet: ArraySlice<UInt8>, hasRadioHeader: Bool, with reassembly: inout Reassembly, at time: Duration,
        _ body: (Result<Advertisement, RadioProblem>) -> Void
    ) {
        var reader = ByteReader(packet)
        var radio: Radio?
        if hasRadioHeader {
            guard let told = Radio(&reader), told.isReadable else { return body(.failure(.broken)) }
            radio = told
        }
        guard let address: UInt32 = reader.littleEndian() else { return body(.failure(.broken)) }
        guard (radio?.reference ?? address) == accessAddress else { return body(.failure(.noAdvertisement)) }
        guard radio?.isIntact != false else { return body(.failure(.broken)) }
        // A byte with the coding stands behind the address.
        if radio?.isCoded == true, reader.byte() == nil { return body(.failure(.broken)) }
        let checked = reader.rest.dropLast(CRC24.length)
        guard let head = reader.byte(), let length = reader.byte(), let payload = reader.bytes(Int(length)),
            let checksum = reader.bytes(CRC24.length), reader.rest.isEmpty,
            radio?.isIntact == true || CRC24.of(checked) == number(checksum)
        else { return body(.failure(.broken)) }
        let sender: UInt8 = head & 0x40 == 0 ? 0 : 1
        switch head & 0x0F {
        case Kind.undirected, Kind.nonConnectable, Kind.scanResponse, Kind.scannable:
            var payload = ByteReader(payload)
            guard legacyLengths.contains(payload.rest.count), let bytes = payload.bytes(6) else {
                return body(.failure(.broken))
            }
            body(.success(Advertisement(address: .init(sender, bytes), rssi: radio?.signal, data: payload.rest)))
        case Kind.extended:
            guard let extended = ExtendedPayload(payload, sender: sender) else { return body(.failure(.broken)) }
            extended.read(with: &reassembly, at: time, rssi: radio?.signal, body)
        default: body(.failure(.noAdvertisement))
        }
    }

    /// A number of three bytes, the lowest first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// Takes the advertisements out of an HCI event.
enum AdvertisingEvent {
    private static let leMeta: UInt8 = 0x3E
    private static let report: UInt8 = 0x02
    private static let extendedReport: UInt8 = 0x0D
    /// What a radio says that did not measure the strength.
    private static let noStrength: Int8 = 127

    /// Calls `body` with every advertisement, and with the reason for what can't be read.
    static func read(
        _ event: ArraySlice<UInt8>, _ body: (Result<Advertisement, Refusal>) -> Void
    ) {
        var reader = ByteReader(event)
        guard let code = reader.byte(), let length = reader.byte() else { return body(.failure(.brokenEvent)) }
        guard code == leMeta else { return body(.failure(.noAdvertisement)) }
        guard reader.rest.count == length else { return body(.failure(.brokenEvent)) }
        guard let subevent = reader.byte() else { return body(.failure(.brokenEvent)) }
        guard subevent == report || subevent == extendedReport else { return body(.failure(.noAdvertisement)) }
        guard let count = reader.byte(), count > 0 else { return body(.failure(.brokenEvent)) }
        for _ in 0..<count {
            let next = subevent == report ? legacy(&reader) : extended(&reader)
            // Where one report ends too early, nobody knows where the next begins.
            guard let next else { return body(.failure(.brokenEvent)) }
            body(next)
        }
        if !reader.rest.isEmpty { body(.failure(.brokenEvent)) }
    }

    private static func legacy(_ reader: inout ByteReader) -> Result<Advertisement, Refusal>? {
        guard reader.byte() != nil, let address = address(&reader), let length = reader.byte(),
            let data = reader.bytes(Int(length)), let rssi: Int8 = reader.littleEndian()
        else { return nil }
        return .success(Advertisement(address: address, rssi: rssi == noStrength ? nil : rssi, data: data))
    }

    private static func extended(_ reader: inout ByteReader) -> Result<Advertisement, Refusal>? {
        guard let type: UInt16 = reader.littleEndian(), let address = address(&reader),
            // Both PHYs, the set's number and the sender's own statement of its power.
            reader.bytes(4) != nil, let rssi: Int8 = reader.littleEndian(),
            // The periodic interval and whom it is directed to.
            reader.bytes(9) != nil, let length = reader.byte(), let data = reader.bytes(Int(length))
        else { return nil }
        let isWhole = type >> 5 & 0b11 == 0
        guard isWhole else { return .failure(.inPieces) }
        return .success(Advertisement(address: address, rssi: rssi == noStrength ? nil : rssi, data: data))
    }

    private static func address(_ reader: inout ByteReader) -> Advertisement.Address? {
        guard let kind = reader.byte(), let bytes = reader.bytes(6) else { return nil }
        return Advertisement.Address(kind: kind, number: ByteReader.number(bytes.reversed()))
    }
}

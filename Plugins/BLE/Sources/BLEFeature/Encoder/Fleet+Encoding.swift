internal import FeatureKit

struct Encode: Shaped, Codable {
    /// What staff and beacons say of themselves unless told.
    static let staffTTL = 60
    static let beaconTTL = 10
    static let staffFlags = 1

    var beacon: String?
    var staff: Int?
    var zone: Int?
    var mode: Spoken
    var flags: Int?
    var sequence: Int?
    var ttl: Int?
    var temperature: Int?

    /// A mode that can be said.
    enum Spoken: String, Codable, CaseIterable, Sendable {
        case normal, safetyCar, redFlag, evacuation

        var mode: Mode {
            switch self {
            case .normal: .normal
            case .safetyCar: .safetyCar
            case .redFlag: .redFlag
            case .evacuation: .evacuation
            }
        }
    }

    static let shape = Shape.object([
        Field("beacon", Names.word, "Which known beacon sends it.", optional: true),
        Field("staff", KnownBeacon.staffShape, "Or the number of the staff beacon that does.", optional: true),
        Field("zone", KnownBeacon.zoneShape, "Which zone it speaks of; a beacon's own, unless told.", optional: true),
        Field("mode", .choice(of: Spoken.self), "What it says there."),
        Field("flags", .integer(in: 0...255), "The byte behind the mode; staff's is 1, unless told.", optional: true),
        Field(
            "sequence", .integer(in: 0...65_535), "Its number; milliseconds cut to 16 bits, unless told.",
            optional: true),
        Field("ttl", .integer(in: 1...255), "For how many seconds; staff's for 60, others for 10.", optional: true),
        Field("temperature", .integer(in: -128...127), "In °C, of a beacon with a thermometer.", optional: true),
    ])
}

struct Encoded: Shaped, Codable, Equatable {
    let payload: String
    let advertisement: String
    let sequence: Int
    let signed: Bool
    /// From when on it has to be signed anew; receivers bear as much more as their setting `clock` says.
    var renew: Timestamp?
    let hci: String
    let extendedHCI: String

    static let shape = Shape.object([
        Field("payload", Shape.text(length: 1...62), "What follows the company's number, in hex."),
        Field("advertisement", Shape.text(length: 1...62), "The whole advertisement, in hex."),
        Field("sequence", .integer(in: 0...65_535), "Its number."),
        Field("signed", .boolean, "Whether a signature is in it."),
        Field("renew", .timestamp, "When it has to be signed anew.", optional: true),
        Field("hci", Shape.text(length: 1...128), "LE Set Advertising Data over H4, in hex."),
        Field("extendedHCI", Shape.text(length: 1...128), "LE Set Extended Advertising Data over H4, in hex."),
    ])
}

extension Route where Request == Encode, Reply == Encoded {
    static var bleEncode: Self { .init("ble.encode", .post, "/encode", access: .role("staff")) }
}

extension Fleet {
    /// The exact bytes that a beacon sends.
    func encode(_ request: Encode) throws(RouteError) -> Encoded {
        let now = clock.now
        guard (request.beacon == nil) != (request.staff == nil) else { throw .whoSends }
        let number = request.staff.flatMap(UInt32.init(exactly:))
        let entry = station.knowledge.withLock { knowledge in
            request.beacon.map { knowledge.registry[$0] } ?? number.flatMap { knowledge.registry[staff: $0] }
        }
        if request.beacon != nil, entry == nil { throw .noBeacon }

        let sender: Broadcast.Sender
        let zone: Int
        if let number = entry?.beacon.staff.flatMap(UInt32.init(exactly:)) ?? number {
            sender = .staff(number)
            guard request.temperature == nil else { throw .staffWithTemperature }
            guard let told = request.zone else { throw .zoneMissing }
            zone = told
        } else {
            sender = .beacon(temperature: request.temperature.map { Int8(clamping: $0) })
            guard let own = entry?.beacon.zone ?? request.zone else { throw .zoneMissing }
            guard request.zone ?? own == own else { throw .otherZone(own) }
            zone = own
        }
        let isStaff = if case .staff = sender { true } else { false }
        let milliseconds = UInt16(truncatingIfNeeded: now.nanoseconds / 1_000_000)
        let sequence = request.sequence.map { UInt16(clamping: $0) } ?? milliseconds
        let broadcast = Broadcast(
            sender, zone: UInt16(clamping: zone), mode: request.mode.mode,
            flags: UInt8(clamping: request.flags ?? (isStaff ? Encode.staffFlags : 0)), sequence: sequence,
            ttl: UInt8(clamping: request.ttl ?? (isStaff ? Encode.staffTTL : Encode.beaconTTL)), key: entry?.key,
            minute: Seal.minute(of: now))
        return Encoded(
            payload: Hex.text(broadcast.payload), advertisement: Hex.text(broadcast.advertisement),
            sequence: Int(sequence), signed: entry?.key != nil,
            renew: entry?.key.map { _ in Seal.nextMinute(after: now) }, hci: Hex.text(broadcast.setAdvertisingData),
            extendedHCI: Hex.text(broadcast.setExtendedAdvertisingData))
    }
}

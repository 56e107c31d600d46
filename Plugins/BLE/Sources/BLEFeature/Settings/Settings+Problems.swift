internal import BluetoothCaptures
internal import FeatureKit

/// Why the settings can't be used, all at once.
struct WrongSettings: Error, Equatable, CustomStringConvertible {
    let sentences: [String]

    var description: String { sentences.joined(separator: "; ") }
}

extension BLE.Settings {
    /// The names of all who hear.
    var listeners: [String] { captures.map(\.listener) + gateways }

    /// Whether a caller speaks for a gateway: by the key of the settings, else by the subject of the token, which is what
    /// follows the issuer's name in the caller's key.
    func allows(_ call: Call, toSpeakFor gateway: String) -> Bool {
        if let key = gatewayKeys[gateway] { return call.owns(key) }
        let subject = call.caller.key?.drop { $0 != ":" }.dropFirst()
        return call.owns(gateway) || call.caller.isSignedIn && subject.map(String.init) == gateway
    }

    func check() throws(WrongSettings) {
        let sentences = listenerProblems + beaconProblems
        guard sentences.isEmpty else { throw WrongSettings(sentences: sentences) }
    }

    private var listenerProblems: [String] {
        let unknown = gatewayKeys.keys.filter { !gateways.contains($0) }.sorted()
        return Self.duplicates(listeners + brokers.map(\.name)).map {
            "captures, gateways and brokers: several are called \"\($0)\"; give captures a `name`"
        } + unknown.map { "gatewayKeys: there is no gateway \"\($0)\"" }
    }

    private var beaconProblems: [String] {
        var found = Self.duplicates(beacons.map(\.id)).map { "beacons: several are called \"\($0)\"" }
        var owners: [KnownBeacon.Mark: String] = [:]
        for beacon in beacons {
            found += beacon.problems.map { "beacons.\(beacon.id): \($0)" }
            for mark in beacon.marks {
                if let other = owners[mark], other != beacon.id {
                    found.append("beacons: \"\(other)\" and \"\(beacon.id)\" have \(mark.words)")
                } else {
                    owners[mark] = beacon.id
                }
            }
        }
        return found
    }

    private static func duplicates(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return names.filter { name in
            counts[name, default: 0] += 1
            return counts[name] == 2
        }
    }
}

extension KnownBeacon {
    static let keyLengths = 16...64

    /// What no two beacons share.
    enum Mark: Hashable {
        case address(UInt64)
        case staff(Int)
        case ibeacon([UInt8])
        case key(zone: Int, String)

        var words: String {
            switch self {
            case .address(let number): "the same address \(Advertisement.Address(kind: 0, number: number))"
            case .staff(let number): "the same staff number \(number)"
            case .ibeacon: "the same iBeacon"
            case .key(let zone, _): "the same key in zone \(zone), so they can't be told apart"
            }
        }
    }

    var marks: [Mark] {
        var marks: [Mark] = []
        if let addressNumber { marks.append(.address(addressNumber)) }
        if let staff { marks.append(.staff(staff)) }
        if let bytes = ibeacon?.bytes { marks.append(.ibeacon(bytes)) }
        if let zone, let key { marks.append(.key(zone: zone, key.reveal())) }
        return marks
    }

    /// What is wrong with this beacon alone.
    var problems: [String] {
        var found: [String] = []
        if let address, addressNumber == nil { found.append("\"\(address)\" is no address such as C0:FF:EE:00:00:01") }
        if let ibeacon, ibeacon.bytes == nil {
            found.append("\"\(ibeacon.uuid)\" is no UUID such as F7826DA6-4FA2-4E98-8024-BC5B71E0893E")
        }
        if let count = key?.reveal().utf8.count, !Self.keyLengths.contains(count) {
            found.append(
                "its key has \(count) \(count == 1 ? "byte" : "bytes"); it takes \(Self.keyLengths.lowerBound) to "
                    + "\(Self.keyLengths.upperBound)")
        }
        if address == nil, staff == nil, ibeacon == nil, key == nil {
            found.append("it has no address, no staff number, no iBeacon and no key to be known by")
        }
        if zone == nil, staff == nil { found.append("it needs the zone that it speaks of, unless it is staff") }
        return found
    }
}

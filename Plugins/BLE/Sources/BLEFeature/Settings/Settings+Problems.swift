internal import BluetoothCaptures
internal import FeatureKit

extension BLE: ChecksSettings {
    static func problems(in settings: Settings) -> [SettingsProblem] {
        settings.listenerProblems + settings.beaconProblems
    }
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

    fileprivate var listenerProblems: [SettingsProblem] {
        let unknown = gatewayKeys.keys.filter { !gateways.contains($0) }.sorted()
        return Self.duplicates(listeners + brokers.map(\.name)).map {
            SettingsProblem(captures.isEmpty ? "gateways" : "captures", "several sources are called \"\($0)\"")
        } + unknown.map { SettingsProblem("gatewayKeys", "there is no gateway \"\($0)\"") }
    }

    fileprivate var beaconProblems: [SettingsProblem] {
        var found = Self.duplicates(beacons.map(\.id)).map { id in
            SettingsProblem("beacons", "several are called \"\(id)\"")
        }
        var owners: [KnownBeacon.Mark: String] = [:]
        for (place, beacon) in beacons.enumerated() {
            found += beacon.problems.map { SettingsProblem("beacons", place, $0) }
            for mark in beacon.marks {
                if let other = owners[mark], other != beacon.id {
                    found.append(SettingsProblem("beacons", place, "\"\(other)\" has \(mark.words)"))
                } else {
                    owners[mark] = beacon.id
                }
            }
        }
        return found
    }

    private static func duplicates(_ names: [String]) -> [String] {
        Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
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

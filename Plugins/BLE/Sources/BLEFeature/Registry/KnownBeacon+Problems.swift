internal import FeatureKit

extension KnownBeacon {
    /// What its address is worth; nil where there is none, or it can't be read.
    var addressNumber: UInt64? { address.flatMap(Advertisement.Address.number) }

    /// What is wrong with it alone.
    var problemsAlone: [String] {
        var found: [String] = []
        if let address, addressNumber == nil { found.append(FleetProblem.noAddress(address)) }
        if let key {
            let count = key.reveal().utf8.count
            if !SigningKey.lengths.contains(count) { found.append(FleetProblem.keyLength(count)) }
        }
        if address == nil, staff == nil, key == nil { found.append(FleetProblem.nothingToTellBy) }
        if zone == nil, staff == nil { found.append(FleetProblem.noZone) }
        return found
    }

    /// What is wrong with beacons, each alone and all together; in the order of the beacons.
    static func problems(in beacons: [KnownBeacon]) -> [String] {
        var found: [String] = []
        var ids: [String: Int] = [:]
        var addresses: [UInt64: String] = [:]
        var staff: [Int: String] = [:]
        var keys: [Signer: String] = [:]
        for beacon in beacons {
            found += beacon.problemsAlone.map { FleetProblem.of(beacon.id, $0) }
            ids[beacon.id, default: 0] += 1
            if ids[beacon.id] == 2 { found.append(FleetProblem.sameID(beacon.id)) }
            // What several of one name have in common is told by their name.
            if let number = beacon.addressNumber, let address = beacon.address {
                if let other = addresses[number], other != beacon.id {
                    found.append(FleetProblem.sameAddress(address, other, beacon.id))
                } else {
                    addresses[number] = beacon.id
                }
            }
            if let number = beacon.staff {
                if let other = staff[number], other != beacon.id {
                    found.append(FleetProblem.sameStaff(number, other, beacon.id))
                } else {
                    staff[number] = beacon.id
                }
            }
            if let zone = beacon.zone, let key = beacon.key {
                let signer = Signer(zone: zone, key: key.reveal())
                if let other = keys[signer], other != beacon.id {
                    found.append(FleetProblem.sameKey(zone, other, beacon.id))
                } else {
                    keys[signer] = beacon.id
                }
            }
        }
        return found
    }

    private struct Signer: Hashable {
        let zone: Int
        let key: String
    }
}

extension Advertisement.Address {
    /// Reads an address as people write it, with colons, in capitals or not.
    static func number(_ text: String) -> UInt64? {
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pairs.count == 6 else { return nil }
        var number: UInt64 = 0
        for pair in pairs {
            // A sign would be read as part of a number.
            guard pair.utf8.count == 2, pair.allSatisfy(\.isHexDigit), let byte = UInt8(pair, radix: 16) else {
                return nil
            }
            number = number << 8 | UInt64(byte)
        }
        return number
    }

    /// An address as people write it.
    static func text(_ number: UInt64) -> String { Self(kind: 0, number: number).description }
}

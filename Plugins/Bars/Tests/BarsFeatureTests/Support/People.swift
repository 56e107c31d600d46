import FeatureKit
import FeatureTestKit

@testable import BarsFeature

let ada = Caller(key: "accounts:ada", origin: .http)
let bob = Caller(key: "accounts:bob", origin: .http)
let carla = Caller.user("accounts:carla")
let dani = Caller.user("accounts:dani")
let staff = Caller(key: "accounts:eve", roles: ["staff"], origin: .http)

/// Noon in Madrid, on a Sunday: tomorrow is Monday the 23rd.
let noon = Timestamp(nanoseconds: 1_795_345_200_000_000_000)

extension Bar {
    static let some = Bar(
        name: "La Pepita", capacity: 10, type: "fast", location: GeoPoint(lat: 41.4, lon: 2.16), owner: ada.key,
        made: Timestamp(nanoseconds: 0))

    static func some(_ change: (inout Bar) -> Void) -> Bar {
        var bar = some
        change(&bar)
        return bar
    }
}

extension Bar.Draft {
    static let pepita = Bar.Draft(
        name: "La Pepita", capacity: 40, type: "meat", location: GeoPoint(lat: 41.55, lon: 2.24))
}

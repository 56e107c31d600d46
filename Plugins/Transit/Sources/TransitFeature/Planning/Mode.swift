/// What apps call kinds of vehicles.
enum Mode {
    /// The name of a kind, by route_type of GTFS and its extension.
    static func name(of type: UInt16) -> String {
        switch type {
        case 0, 900...999: "tram"
        case 1, 400...499: "metro"
        case 101...105, 110...117: "train"
        case 2, 100, 106...109, 300...399: "cercanias"
        case 4, 1_000...1_099, 1_200: "ferry"
        case 1_100...1_199: "air"
        case 5: "cable_tram"
        case 6, 1_300...1_399: "gondola"
        case 7, 1_400...1_499: "funicular"
        case 12: "monorail"
        case 3, 11, 200...299, 700...899: "bus"
        default: "other"
        }
    }

    /// All names.
    static let names = [
        "tram", "metro", "train", "cercanias", "ferry", "air", "cable_tram", "gondola", "funicular", "monorail", "bus",
        "other",
    ]
}

extension Mode {
    /// What OpenTripPlanner calls a kind of vehicle.
    static func otpName(of type: UInt16) -> String {
        switch name(of: type) {
        case "metro": "SUBWAY"
        case "train", "cercanias", "monorail": "RAIL"
        case "air": "AIRPLANE"
        case "cable_tram": "CABLE_CAR"
        case let name: name.uppercased()
        }
    }
}

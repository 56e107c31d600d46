internal import FeatureKit
internal import Files
internal import WebClient

extension Track {
    @Record struct Settings: Equatable {
        /// How much longer than its TTL a beacon's word counts.
        @In(.zero ... .seconds(60)) var hold: Duration = .zero
        /// The circuit's zones; those that are only heard of need not be named.
        @Count(0...512) var zones: [NamedZone] = []
        /// A GeoJSON file of the circuit: its outline, sectors, corners and zones.
        var circuit: FilePath?
        /// Where the network says what the flags say.
        var network: NetworkSettings?
        /// A recorded session in the place of the network.
        var recording: RecordingSettings?
        /// What people are told in.
        var language: Language = .es
        /// Whether two people have to clear an evacuation.
        var twoPeople = true
        /// How long after the first step of clearing the second can be taken.
        @In(.seconds(30) ... .seconds(3_600)) var clearWithin: Duration = .seconds(300)
        /// How many entries the history keeps.
        @In(100...100_000) var keep = 10_000

        /// How long the network's report counts when nothing more comes.
        var networkStale: Duration { network?.stale ?? .seconds(30) }
        /// Whether there is a network, or a recording in its place: an earlier red flag may be its.
        var hasNetwork: Bool { network != nil || recording != nil }
    }
}

/// A zone of the circuit that the settings name.
@Record struct NamedZone: Equatable {
    /// The number that beacons say.
    @In(0...65_535) var zone: Int
    /// What people call it.
    @Text(1...64) var name: String
    /// The timing's sectors that it lies in.
    @In(0...255) @Count(0...32) var sectors: [Int] = []
}

/// Where the network says what the flags say, and how it is asked.
@Record struct NetworkSettings: Equatable {
    /// An address of http or https.
    @Text(1...2_048) var url: String
    /// Whether it is a stream of server-sent events; otherwise it is polled.
    var stream = false
    /// How often it is polled.
    @In(.seconds(1) ... .seconds(3_600)) var every: Duration = .seconds(5)
    /// How long an answer may take, or a stream's beginning.
    @In(.milliseconds(100) ... .seconds(300)) var timeout: Duration = .seconds(10)
    /// How long its last word counts; more than `every`.
    @In(.seconds(2) ... .seconds(86_400)) var stale: Duration = .seconds(30)
    /// A secret for this server.
    var bearer: Secret?
}

/// A recorded session in the place of the network.
@Record struct RecordingSettings: Equatable {
    /// The files of one session, merged by their times.
    @Count(1...8) var files: [FilePath]
    /// How many times faster than recorded it is replayed; 0 for at once.
    @In(0...1_000_000) var speed: Double = 1
    /// Whether it starts again at the end.
    @Name("repeat") var repeats = false
}

extension Track: ChecksSettings {
    static func problems(in settings: Settings) -> [SettingsProblem] {
        var problems = settings.network?.problems ?? []
        var names: [Int: String] = [:]
        for (index, zone) in settings.zones.enumerated() {
            if let other = names[zone.zone] {
                problems.append(SettingsProblem("zones", index, "zone \(zone.zone) is called \"\(other)\" already"))
            }
            names[zone.zone] = names[zone.zone] ?? zone.name
        }
        if settings.network != nil, settings.recording != nil {
            let sentence = "plays in the place of `network`, so leave one of the two out"
            problems.append(SettingsProblem("recording", sentence))
        }
        return problems
    }
}

extension NetworkSettings {
    fileprivate var problems: [SettingsProblem] {
        var problems: [SettingsProblem] = []
        func add(_ field: String, _ sentence: String) {
            problems.append(SettingsProblem(at: ValuePath([.member("network"), .member(field)]), sentence))
        }
        let isWeb = ["http://", "https://"].contains { url.lowercased().hasPrefix($0) && url.count > $0.count }
        if !isWeb || !url.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) {
            let shown = Value.text(ShownAddress.of(url)).json
            add("url", "has to be an address that begins with http:// or https://, not \(shown)")
        }
        if stale <= every { add("stale", "has to be more than `every`: each word would be stale before the next one") }
        return problems
    }
}

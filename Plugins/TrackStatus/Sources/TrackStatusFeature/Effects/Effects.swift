internal import FeatureKit
internal import Texts

/// What people are notified of, or that it is over: the next notice of the same id replaces the one before.
@Record
@Topic(
    "track.notifications", retain: .latest(per: "id", until: "isOver", most: 2 * TrackState.mostZones), watchable: true)
struct Notice: Equatable {
    /// How much it may disturb.
    enum Level: String, CaseIterable, Shaped { case info, warning, urgent, emergency }

    /// What is replaced by the next of the same id.
    @Text(1...64) var id: String
    /// Whether it is to be taken away.
    var isOver: Bool
    /// What the flags say.
    var mode: Mode
    /// The zone whose people are meant; absent for everybody.
    @In(0...65_535) var zone: Int?
    /// How much it may disturb.
    var level: Level
    /// The notice in a few words.
    @Text(1...100) var title: String
    /// The rest of it.
    @Text(0...1_000) var body: String
    /// What it is written in.
    var language: Language
    /// The revision of the status that it comes of.
    @In(0...9_007_199_254_740_991) var revision: Int
}

/// What is to be said aloud.
@Record @Topic("track.speech", watchable: true) struct Speech: Equatable {
    enum Priority: String, CaseIterable, Shaped {
        case normal, high, emergency
    }

    /// What was not said yet is replaced by the next of the same id.
    @Text(1...64) var id: String
    /// What to say.
    @Text(1...1_000) var text: String
    /// What it is written in.
    var language: Language
    /// What is said before the rest.
    var priority: Priority
    /// Whether it cuts off what is being said and played.
    var interrupts: Bool
    /// The revision of the status that it comes of.
    @In(0...9_007_199_254_740_991) var revision: Int
}

/// What people have to be told after a status; pure.
struct Effects {
    /// What was notified in another language is notified again in this one.
    var wording: Wording
    /// What people were notified of and is not over, by id.
    private var shown: [String: Notice] = [:]
    /// What was normal since the start: what an earlier run notified is over.
    private var calmed: Set<String> = []
    /// What was said last; nil before anything was.
    private var said: String?

    init(_ wording: Wording) { self.wording = wording }

    /// Takes a status that is published.
    mutating func after(_ status: Status) -> (speech: Speech?, notices: [Notice]) {
        let track = Notice(status, nil, wording)
        let all = [track] + status.zones.map { Notice(status, $0, wording) }
        // A zone that nobody speaks of any more has no warning of its own.
        let gone = Set(shown.keys).subtracting(all.map(\.id)).sorted().compactMap { shown[$0] }
        return (speech(track), all.compactMap { after($0, of: status.mode) } + gone.map { end($0, status.revision) })
    }

    private mutating func after(_ notice: Notice, of track: Mode) -> Notice? {
        // Neither silence nor an unknown state ends anything.
        if notice.mode == .unknown { return nil }
        let last = shown[notice.id]
        if notice.mode == .normal || (notice.zone != nil && notice.mode == track) {
            let isOver = last != nil || (notice.mode == .normal && !calmed.contains(notice.id))
            return isOver ? end(notice, notice.revision) : nil
        }
        var same = notice
        same.revision = last?.revision ?? 0
        guard same != last else { return nil }
        shown[notice.id] = notice
        return notice
    }

    private mutating func end(_ notice: Notice, _ revision: Int) -> Notice {
        shown[notice.id] = nil
        calmed.insert(notice.id)
        return Notice(
            id: notice.id, isOver: true, mode: .normal, zone: notice.zone, level: .info,
            title: wording.title(.normal), body: "", language: wording.language, revision: revision)
    }

    private mutating func speech(_ track: Notice) -> Speech? {
        // Nobody is told aloud that nothing is known; what was written to be read is read out in an evacuation alone.
        let text = track.mode == .evacuation ? "\(track.title). \(track.body)" : "\(track.title)."
        guard track.mode != .unknown, text != said else { return nil }
        defer { said = text }
        // A start is no change.
        if said == nil, track.mode == .normal { return nil }
        let priority: Speech.Priority =
            track.level == .emergency ? .emergency : track.level == .urgent ? .high : .normal
        return Speech(
            id: track.id, text: text, language: track.language, priority: priority, interrupts: priority == .emergency,
            revision: track.revision)
    }
}

extension Notice {
    /// What people read about the whole track, or about a zone.
    init(_ status: Status, _ zone: Status.Zone?, _ wording: Wording) {
        let mode = zone?.mode ?? status.mode
        // One forged beacon must not sound like an evacuation that somebody has confirmed.
        let isPossible = mode == .evacuation && status.evacuation?.confirmed == false
        let what = isPossible ? wording.text("evacuation.possible") : wording.title(mode)
        // Who is in another zone has to see at once that it is not theirs.
        let others = mode == .evacuation && status.evacuation?.zones.isEmpty == false ? status.zones : []
        let names = (zone.map { [$0] } ?? others.filter { $0.mode == mode })
            .map { wording.text("zone", ["name": .text($0.name ?? "\($0.zone)")]) }
        let told = [status.evacuation?.message ?? wording.text("evacuation.follow"), status.evacuation?.route]
        let level: Level =
            switch mode {
            case .normal, .unknown, .yellow: .info
            case .vsc, .safetyCar: .warning
            case .redFlag: .urgent
            case .evacuation: isPossible ? .urgent : .emergency
            }
        self.init(
            id: zone.map { "track.zone.\($0.zone)" } ?? "track", isOver: false, mode: mode, zone: zone?.zone,
            level: level, title: names.isEmpty ? what : String("\(what): \(names.joined(separator: ", "))".prefix(100)),
            body: mode == .evacuation ? told.compactMap(\.self).joined(separator: " ") : status.message ?? "",
            language: wording.language, revision: status.revision)
    }
}

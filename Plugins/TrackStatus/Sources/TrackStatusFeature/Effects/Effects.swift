internal import FeatureKit

/// What people are notified of, or that it is over: the next notice of the same id replaces the one before.
@Record
@Topic(
    "track.notifications", retain: .latest(per: "id", until: "isOver", most: 2 * TrackState.mostZones), watchable: true)
struct Notice: Equatable {
    /// How much it may disturb.
    enum Level: String, CaseIterable, Shaped {
        case info, warning, urgent, emergency
    }

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
    var language: Language
    /// What people were notified of and is not over, by id.
    private var shown: [String: Notice] = [:]
    /// What was normal since the start: what an earlier run notified is over.
    private var calmed: Set<String> = []
    /// What was said last; nil before anything was.
    private var said: String?

    init(_ language: Language) { self.language = language }

    /// Takes a status that is published.
    mutating func after(_ status: Status) -> (speech: Speech?, notices: [Notice]) {
        let track = Subject("track", status.mode, status, language)
        let zones = status.zones.map { zone in
            Subject(
                "track.zone.\(zone.zone)", zone.mode, status, language, zone: zone.zone,
                name: zone.name ?? "\(zone.zone)")
        }
        let speech = speech(of: track, status)
        var notices = ([track] + zones).compactMap { notice(of: $0, status) }
        // A zone that nobody speaks of any more has no warning of its own.
        let gone = Set(shown.keys).subtracting(([track] + zones).map(\.id))
        for id in gone.sorted() { notices.append(end(id, zone: shown[id]?.zone, status)) }
        return (speech, notices)
    }

    private mutating func notice(of subject: Subject, _ status: Status) -> Notice? {
        // Neither silence nor an unknown state ends anything.
        if subject.mode == .unknown { return nil }
        if subject.mode == .normal || (subject.zone != nil && subject.mode == status.mode) {
            let isOver = shown[subject.id] != nil || (subject.mode == .normal && !calmed.contains(subject.id))
            return isOver ? end(subject.id, zone: subject.zone, status) : nil
        }
        var notice = Notice(
            id: subject.id, isOver: false, mode: subject.mode, zone: subject.zone, level: subject.level,
            title: subject.title, body: subject.mode == .evacuation ? subject.instructions : status.message ?? "",
            language: language, revision: shown[subject.id]?.revision ?? 0)
        guard notice != shown[subject.id] else { return nil }
        notice.revision = status.revision
        shown[subject.id] = notice
        return notice
    }

    private mutating func end(_ id: String, zone: Int?, _ status: Status) -> Notice {
        shown[id] = nil
        calmed.insert(id)
        return Notice(
            id: id, isOver: true, mode: .normal, zone: zone, level: .info, title: Texts.title(.normal, language),
            body: "", language: language, revision: status.revision)
    }

    private mutating func speech(of track: Subject, _ status: Status) -> Speech? {
        // Nobody is told aloud that nothing is known; what was written to be read is read out in an evacuation alone.
        let text = track.mode == .evacuation ? "\(track.title). \(track.instructions)" : "\(track.title)."
        guard track.mode != .unknown, text != said else { return nil }
        defer { said = text }
        // A start is no change.
        if said == nil, track.mode == .normal { return nil }
        let priority: Speech.Priority =
            track.level == .emergency ? .emergency : track.level == .urgent ? .high : .normal
        return Speech(
            id: track.id, text: text, language: language, priority: priority, interrupts: priority == .emergency,
            revision: status.revision)
    }
}

/// The whole track or a zone, as people hear of it.
private struct Subject {
    let id: String
    let mode: Mode
    let zone: Int?
    let title: String
    let instructions: String
    let level: Notice.Level

    init(_ id: String, _ mode: Mode, _ status: Status, _ language: Language, zone: Int? = nil, name: String? = nil) {
        (self.id, self.mode, self.zone) = (id, mode, zone)
        // One forged beacon must not sound like an evacuation that somebody has confirmed.
        let isPossible = mode == .evacuation && status.evacuation?.confirmed == false
        let what = isPossible ? Texts.possibleEvacuation(language) : Texts.title(mode, language)
        title = name.map { "\(what): \(Texts.zone($0, language))" } ?? what
        instructions = status.evacuation?.message ?? Texts.followStaff(language)
        level =
            switch mode {
            case .normal, .unknown, .yellow: .info
            case .vsc, .safetyCar: .warning
            case .redFlag: .urgent
            case .evacuation: isPossible ? .urgent : .emergency
            }
    }
}

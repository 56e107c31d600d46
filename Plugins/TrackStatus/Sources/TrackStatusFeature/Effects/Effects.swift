internal import FeatureKit

/// What people have to be told after a status; pure.
struct Effects {
    private let texts: Texts
    /// What people have been notified of and is not over, by id.
    private var shown: [String: Notice] = [:]
    /// The places that were normal since the start: what an earlier run told of them is over.
    private var calmed: Set<String> = []
    /// What was said last; nil before the first status that says anything.
    private var said: String?

    init(_ language: Language) { texts = Texts(language: language) }

    /// Takes a status that is published.
    mutating func after(_ status: Status) -> [Effect] {
        // What is heard comes before what is read.
        (speech(of: status).map { [.speech($0)] } ?? []) + notices(of: status).map { .notice($0) }
    }

    // MARK: - Notifications

    private mutating func notices(of status: Status) -> [Notice] {
        var told: [Notice] = []
        tell(Subject(status), of: status, into: &told)
        var places: Set<String> = [Subject.track]
        for zone in status.zones {
            let place = Subject(zone)
            places.insert(place.id)
            tell(place, of: status, into: &told)
        }
        // A zone that nobody speaks of any more has no warning of its own.
        for notice in shown.values.filter({ !places.contains($0.id) }).sorted(by: { $0.id < $1.id }) {
            end(notice.id, zone: notice.zone, of: status, into: &told)
        }
        return told
    }

    private mutating func tell(_ place: Subject, of status: Status, into told: inout [Notice]) {
        // Silence ends nothing, and an unknown state doesn't either.
        if place.mode == .unknown { return }
        if place.mode == .normal || place.isLikeTheTrack(status) {
            if shown[place.id] != nil || (place.mode == .normal && !calmed.contains(place.id)) {
                end(place.id, zone: place.zone, of: status, into: &told)
            }
            return
        }
        let notice = notice(of: place, status)
        guard shown[place.id].map({ !$0.saysTheSame(as: notice) }) ?? true else { return }
        shown[place.id] = notice
        told.append(notice)
    }

    private mutating func end(_ id: String, zone: Int?, of status: Status, into told: inout [Notice]) {
        shown[id] = nil
        calmed.insert(id)
        told.append(
            Notice(
                id: id, isOver: true, mode: .normal, zone: zone, level: .info, title: texts.title(.normal), body: "",
                language: texts.language, revision: status.revision))
    }

    private func notice(of place: Subject, _ status: Status) -> Notice {
        Notice(
            id: place.id, isOver: false, mode: place.mode, zone: place.zone, level: place.mode.level,
            title: title(place.mode, status, in: place), body: body(place.mode, status), language: texts.language,
            revision: status.revision)
    }

    private func title(_ mode: Mode, _ status: Status, in place: Subject) -> String {
        let isPossible = mode == .evacuation && status.evacuation?.confirmed == false
        let what = isPossible ? texts.possibleEvacuation : texts.title(mode)
        return place.name.map { "\(what): \(texts.zone($0))" } ?? what
    }

    private func body(_ mode: Mode, _ status: Status) -> String {
        guard mode == .evacuation else { return status.message ?? "" }
        return status.evacuation?.message ?? texts.followStaff
    }

    // MARK: - Speech

    private mutating func speech(of status: Status) -> Speech? {
        // Nobody is told aloud that nothing is known.
        guard status.mode != .unknown else { return nil }
        let title = title(status.mode, status, in: Subject(status))
        // What was written to be read is not read out, but for an evacuation.
        let text = status.mode == .evacuation ? "\(title). \(body(.evacuation, status))" : "\(title)."
        guard text != said else { return nil }
        let isFirst = said == nil
        said = text
        // A start is no change: that all is well needs no saying then.
        if isFirst, status.mode == .normal { return nil }
        return Speech(
            id: Subject.track, text: text, language: texts.language, priority: status.mode.priority,
            interrupts: status.mode == .evacuation, revision: status.revision)
    }
}

/// Something that people have to be told.
enum Effect: Equatable {
    case notice(Notice)
    case speech(Speech)
}

/// What a notice is about: the whole track, or a zone.
private struct Subject {
    static let track = "track"

    let id: String
    var zone: Int?
    /// How people call it; nil for the whole track.
    var name: String?
    let mode: Mode

    init(_ status: Status) { (id, mode) = (Self.track, status.mode) }

    init(_ zone: Status.Zone) {
        (id, mode) = ("\(Self.track).zone.\(zone.zone)", zone.mode)
        self.zone = zone.zone
        name = zone.name ?? "\(zone.zone)"
    }

    /// Whether everybody is told the same already.
    func isLikeTheTrack(_ status: Status) -> Bool { zone != nil && mode == status.mode }
}

extension Notice {
    fileprivate func saysTheSame(as other: Notice) -> Bool {
        (mode, level, title, body) == (other.mode, other.level, other.title, other.body)
    }
}

extension Mode {
    fileprivate var level: Notice.Level {
        switch self {
        case .normal, .unknown, .yellow: .info
        case .vsc, .safetyCar: .warning
        case .redFlag: .urgent
        case .evacuation: .emergency
        }
    }

    fileprivate var priority: Speech.Priority {
        switch self {
        case .normal, .unknown, .yellow, .vsc, .safetyCar: .normal
        case .redFlag: .high
        case .evacuation: .emergency
        }
    }
}

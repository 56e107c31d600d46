internal import FeatureKit
internal import Geography

/// What the others see of a member.
@Record struct MemberView: Equatable {
    /// What tells the member from the others.
    var id: ID<Member>
    /// The name of the member.
    var name: String
    /// How exactly the member shows where they are.
    var sharing: Member.Sharing
    /// Whether the group belongs to the member.
    var isOwner: Bool
    /// Whether the member has not signed in.
    var isGuest: Bool
    /// Where the member was last, as exactly as they share it.
    var fix: Fix?
    /// A fix that is less exact than is asked for, but newer.
    var poor: Fix?
    /// When it counts as out of date.
    var staleAt: Timestamp?
    /// How far the member is from the meeting point, in metres.
    var distance: Double?
    /// In which direction the meeting point is from the member, in degrees from north.
    var bearing: Double?
}

/// What is new in a group.
@Record struct GroupEvent: Equatable {
    /// Its number, with which a client goes on.
    @Text(1...60) var eventID: String?
    /// All members, where the client begins again.
    var everybody: [MemberView]?
    /// A member who is new or has changed.
    var member: MemberView?
    /// A member who is no longer in the group.
    var gone: ID<Member>?
    /// The group, where something of it has changed.
    var group: Group.View?
    /// Somebody who came to a place, or left it.
    var visit: Visit?
}

/// That a member came to a place, or left it.
@Record struct Visit: Equatable {
    var member: ID<Member>
    /// Which place.
    @Text(1...40) var place: String
    /// The name of the place.
    @Text(1...60) var name: String
    /// Whether the member left.
    var hasLeft: Bool
    /// When it was.
    var at: Timestamp
}

/// A group in memory: who is in it, where they are as far as they share it, and what changed when.
struct LiveGroup {
    /// A member, where they are, and when that changed.
    struct Entry {
        var stored: Stored<Member>
        var whereabouts = Whereabouts()
        /// How often the member is asked to send, and how often they would be with a full battery.
        var pace = Duration.zero, usual = Duration.zero
        /// At which of the group's places they are.
        var stays = FenceState()
        var number: Int
    }

    private static let mostVisits = 100
    private static let mostGone = 1_000

    private(set) var group: Stored<Group>
    private(set) var entries: [ID<Member>: Entry] = [:]
    private var byPerson: [String: ID<Member>] = [:]
    private(set) var number = 0
    private var groupNumber = 0
    private var gone: [ID<Member>: Int] = [:]
    private var visits: [(number: Int, visit: Visit)] = []
    /// The lowest number from which everything is known that changed since.
    private var oldest = 0
    /// What was told last, for the others who follow the group.
    private var told: (after: Int, number: Int, events: [GroupEvent])?

    /// The group's places.
    private var fences: Geofences

    init(_ group: Stored<Group>) { (self.group, fences) = (group, Geofences(group.document.fences)) }

    func member(of person: String) -> ID<Member>? { byPerson[person] }

    mutating func put(_ group: Stored<Group>) {
        guard group.version >= self.group.version else { return }
        (self.group, fences) = (group, Geofences(group.document.fences))
        number += 1
        groupNumber = number
        // How far everybody is from the meeting point may be something else.
        for id in entries.keys { entries[id]?.number = number }
    }

    mutating func put(_ member: Stored<Member>) {
        guard gone[member.key] == nil else { return }
        if let known = entries[member.key], known.stored.version > member.version { return }
        number += 1
        var entry = entries[member.key] ?? Entry(stored: member, number: number)
        if entry.stored.document.person != member.document.person { byPerson[entry.stored.document.person] = nil }
        if entry.stored.document.sharing != member.document.sharing {
            // Where they came and went as exactly as they shared it before is nobody's to see any more.
            visits.removeAll { $0.visit.member == member.key }
            entry.stays = FenceState()
        }
        (entry.stored, entry.number) = (member, number)
        if member.document.sharing == .off { entry.whereabouts = Whereabouts() }
        entries[member.key] = entry
        byPerson[member.document.person] = member.key
    }

    mutating func remove(_ id: ID<Member>) {
        if let entry = entries.removeValue(forKey: id) { byPerson[entry.stored.document.person] = nil }
        number += 1
        gone[id] = number
        guard gone.count > Self.mostGone, let first = gone.min(by: { $0.value < $1.value }) else { return }
        gone[first.key] = nil
        oldest = first.value
    }

    /// Takes over where a member is, unless they share it with nobody.
    mutating func move(
        _ id: ID<Member>, to fix: Fix, at now: Timestamp, _ rules: FixRules
    ) -> Whereabouts.Outcome? {
        guard var entry = entries[id], entry.stored.document.sharing != .off else { return nil }
        let outcome = entry.whereabouts.take(fix, at: now, mostAccuracy: rules.mostAccuracy)
        (entry.usual, entry.pace) = (rules.interval, rules.interval(after: entry.whereabouts, at: now))
        if outcome == .moved || outcome == .poor {
            number += 1
            entry.number = number
        }
        if outcome == .moved, let last = shown(entry.whereabouts.last, entry) {
            var fenceRules = FenceRules()
            fenceRules.mostAccuracy = rules.mostAccuracy
            let here = FenceFix(last.point, at: last.time, accuracy: last.accuracy ?? 0)
            for event in entry.stays.take(here, in: fences, fenceRules) where event.kind != .dwell {
                guard let place = group.document.places.first(where: { $0.id == event.fence }) else { continue }
                // Who passed a place between two fixes came there and left it.
                for hasLeft in event.kind == .cross ? [false, true] : [event.kind == .exit] {
                    number += 1
                    visits.append(
                        (number, Visit(member: id, place: place.id, name: place.name, hasLeft: hasLeft, at: event.time))
                    )
                }
            }
            while visits.count > Self.mostVisits { oldest = max(oldest, visits.removeFirst().number) }
        }
        entries[id] = entry
        return outcome
    }

    private func shown(_ fix: Fix?, _ entry: Entry) -> Fix? {
        entry.stored.document.sharing == .rough ? fix?.rough : fix
    }

    /// The group as its members see it.
    var view: Group.View {
        var view = group.view
        view.members = entries.count
        return view
    }

    /// A member as the others see them.
    func view(_ entry: Entry) -> MemberView {
        let (member, owner) = (entry.stored.document, group.document.owner)
        var view = MemberView(
            id: entry.stored.key, name: member.name, sharing: member.sharing, isOwner: member.person == owner,
            isGuest: member.isGuest, fix: shown(entry.whereabouts.last, entry))
        view.poor = member.sharing == .exact ? entry.whereabouts.poor : nil
        // Who shares roughly does not show how full their battery is.
        let pace = member.sharing == .exact ? entry.pace : entry.usual
        view.staleAt = view.fix?.time.advanced(by: pace * 3)
        if let here = view.fix?.point, let meeting = group.document.meeting {
            view.distance = here.distance(to: meeting.point).rounded()
            view.bearing = here.bearing(to: meeting.point).rounded()
        }
        return view
    }

    /// All members as the others see them, in the order in which they joined.
    var everybody: [MemberView] {
        entries.values.sorted { ($0.stored.document.joined, $0.stored.id) < ($1.stored.document.joined, $1.stored.id) }
            .map(view)
    }

    /// What changed after a number, in that order: everybody, where that is not known any more.
    ///
    /// - Parameter run: What the ids of events begin with.
    mutating func events(after number: Int?, run: String) -> [GroupEvent] {
        guard let number, number >= oldest, number <= self.number else {
            return [GroupEvent(eventID: "\(run).\(self.number)", everybody: everybody, group: view)]
        }
        if let told, told.after == number, told.number == self.number { return told.events }
        var events: [(number: Int, event: GroupEvent)] = []
        if groupNumber > number { events.append((groupNumber, GroupEvent(group: view))) }
        for entry in entries.values where entry.number > number {
            events.append((entry.number, GroupEvent(member: view(entry))))
        }
        for (id, removed) in gone where removed > number { events.append((removed, GroupEvent(gone: id))) }
        for (seen, visit) in visits where seen > number && entries[visit.member] != nil {
            events.append((seen, GroupEvent(visit: visit)))
        }
        let sorted = events.sorted { $0.number < $1.number }.map { number, event in
            var event = event
            event.eventID = "\(run).\(number)"
            return event
        }
        told = (number, self.number, sorted)
        return sorted
    }
}

extension Group {
    /// The group's places, as fences.
    fileprivate var fences: [Fence] {
        places.enumerated().compactMap { Fence(id: $1.id, .circle($1.point, radius: $1.radius), order: $0) }
    }
}

internal import Calendars
internal import FeatureKit

/// Points that somebody was given, once for each reason.
@Record @Collection("awards", .on(\.person, \.at), .on(\.person, \.reason), person: .deletes(\.person))
struct Award: Equatable {
    enum Kind: String, CaseIterable, Shaped {
        case routePublished, routeWalked, firstOfDay, threeDays, sevenDays
    }

    /// The key of the person or, before they sign in, of their device.
    @Text(1...256) var person: String
    /// What it is for; nobody is given points twice for the same.
    @Text(1...200) var reason: String
    /// What kind of reason that is.
    @Public var kind: Kind
    /// How many points.
    @Public @In(0...1_000) var points: Int
    /// When they were given.
    @Public var at: Timestamp
    /// The day in the person's own time zone, as a number of days.
    @In(0...10_000_000) var day: Int

    var sameAward: [StoreCondition] { [.equals("person", person), .equals("reason", reason)] }
}

/// What somebody has done that is worth points.
enum RewardedAction {
    case routePublished(ID<TourRoute>, stops: Int)
    case routeWalked(ID<TourRoute>)
}

/// How many points somebody has, and on how many days in a row they walked.
@Record @Collection("scores", .on(\.person), person: .deletes(\.person))
struct Score: Equatable {
    /// The key of the person or, before they sign in, of their device.
    @Text(1...256) var person: String
    /// All points.
    @Public @In(0...9_007_199_254_740_991) var points = 0
    /// How many days in a row they walked a route to its end, until the last such day.
    @Public @In(0...100_000) var streak = 0
    /// The last such day.
    @In(0...10_000_000) var lastDay: Int?
    /// The level, from 1 on.
    @Public var level: Int { (Self.levels.lastIndex { $0 <= points } ?? 0) + 1 }
    /// How many points the next level needs; absent on the last one.
    @Public var nextLevel: Int? { Self.levels.first { $0 > points } }

    static let levels = [0, 100, 300, 600, 1_000]

    /// Adds points.
    mutating func add(_ award: Award) {
        points += award.points
        guard award.kind == .firstOfDay else { return }
        streak = lastDay.map { award.day - $0 == 1 } == true ? streak + 1 : 1
        lastDay = award.day
    }

    /// What an action is worth on a day, the action first; what was given before is left out by who writes it.
    func awards(for action: RewardedAction, day: Int, at now: Timestamp) -> [Award] {
        func award(_ kind: Award.Kind, _ points: Int, _ what: String) -> Award {
            Award(person: person, reason: "\(kind.rawValue) \(what)", kind: kind, points: points, at: now, day: day)
        }
        switch action {
        case .routePublished(let route, let stops):
            return [award(.routePublished, stops < 5 ? 50 : stops < 10 ? 100 : 200, route.text)]
        case .routeWalked(let route):
            var awards = [award(.routeWalked, 30, route.text)]
            // Somebody who has travelled may come to an earlier day again.
            guard lastDay.map({ $0 < day }) ?? true else { return awards }
            awards.append(award(.firstOfDay, 10, "\(day)"))
            let days = lastDay.map { day - $0 == 1 } == true ? streak + 1 : 1
            if days % 7 == 0 { awards.append(award(.sevenDays, 100, "\(day)")) }
            if days % 7 == 3 { awards.append(award(.threeDays, 50, "\(day)")) }
            return awards
        }
    }
}

/// That somebody was given points, for other modules; it comes at least once, and its id tells one that comes twice.
@Record @Topic("tours.awards") struct AwardEvent: Announcement, Equatable {
    /// The event's id.
    let id: ID<AwardEvent>
    /// The key of the person.
    let person: String
    /// What it is for.
    let kind: Award.Kind
    /// How many points they were given.
    let points: Int
    /// How many they have now.
    let total: Int
    /// Their level now.
    let level: Int
}

@Routes("tours", as: "scoreRoutes") extension ToursService {
    /// The caller's points, level and days in a row.
    @Get("/score", .everyone)
    func score(_ call: Call) async throws -> Score.View {
        let person = try person(call)
        return try await store.transaction { tx in
            _ = try self.person(call, in: tx)
            if let known = try tx.first(scores, where: [.equals("person", person)]) { return known.view }
            return try tx.insert(scores, Score(person: person)).view
        }
    }

    /// What the caller was given points for, the newest first.
    @Get("/awards", .everyone)
    func awardList(_ request: PageRequest, _ call: Call) async throws -> Page<Award.View> {
        let person = try person(call)
        return try await awards.page(request, where: [.equals("person", person)], order: .descending(by: "at")) {
            $0.view
        }
    }

    /// Gives somebody the points of an action, as far as they were not given before.
    func reward(_ action: RewardedAction, to person: String, zone: String?, _ tx: StoreTransaction) throws {
        let now = clock.now
        let day = try zones.zone(zone ?? settings.zone).day(at: now).daysSince1970
        let score = try tx.first(scores, where: [.equals("person", person)])?.document ?? Score(person: person)
        for award in score.awards(for: action, day: day, at: now) {
            guard try tx.first(awards, where: award.sameAward) == nil else { continue }
            try tx.insert(awards, award)
            let new = try tx.update(scores, where: [.equals("person", person)], or: Score(person: person)) {
                $0.add(award)
            }.document
            try tx.announce(
                AwardEvent(
                    id: .random(), person: person, kind: award.kind, points: award.points, total: new.points,
                    level: new.level), on: AwardEvent.topic)
        }
    }
}

internal import Calendars
internal import FeatureKit
internal import Rostering

/// Days on which a rider asks for time off.
@Record
@Collection("absences", .on(\.franchise, \.last), .on(\.franchise, \.person, \.last), person: .deletes(\.person))
struct Absence: Equatable {
    enum State: String, CaseIterable, Shaped { case asked, approved, refused }

    @Public var franchise: ID<Franchise>
    /// Who it is.
    @Public @Text(1...256) var person: String
    /// The first day, by the clock of the franchise.
    @Public @Text(10...10) var first: String
    /// The last day.
    @Public @Text(10...10) var last: String
    /// Why, if the rider tells.
    @Public @Text(1...300) var reason: String?
    /// What became of it.
    @Public var state: State = .asked
}

@Routes("rider", as: "absenceRoutes") extension RiderService {
    /// Asks for time off.
    /// - Parameter first: The first day, by the clock of the franchise.
    /// - Parameter last: The last day.
    /// - Parameter reason: Why, for the managers.
    @Post("/franchises/{franchise}/absences", .user)
    func absenceAsk(
        franchise: ID<Franchise>, @Text(10...10) first: String, @Text(10...10) last: String,
        @Text(1...300) reason: String?, _ call: Call
    ) async throws -> Absence.View {
        let person = try call.user()
        _ = try days(first, last, most: 366)
        return try await store.transaction { tx in
            let today = try zone(of: self.franchise(franchise, call, tx).found.document).day(at: clock.now).description
            guard let rider = try member(person, of: franchise, tx)?.document else { throw RiderRefusal.noFranchise }
            let open: [StoreCondition] = [
                .equals("franchise", franchise), .equals("person", person), .from("last", today),
            ]
            guard try tx.count(absences, where: open) < 100 else { throw RiderRefusal.tooMany(most: 100) }
            let absence = Absence(franchise: franchise, person: person, first: first, last: last, reason: reason)
            let asked = try tx.insert(absences, absence)
            try tellManagers(of: franchise, about: asked.id, asked.version, by: rider.name, on: first, tx)
            return asked.view
        }
    }

    /// Time off in a franchise that is not over: everybody's for its managers, for riders their own.
    @Get("/franchises/{franchise}/absences", .user)
    func absenceList(franchise: ID<Franchise>, _ call: Call) async throws -> [Absence.View] {
        try await store.read { snapshot in
            let (found, role) = try self.franchise(franchise, call, snapshot)
            let today = try zone(of: found.document).day(at: clock.now).description
            var conditions: [StoreCondition] = [.equals("franchise", franchise), .from("last", today)]
            if role == .rider { conditions.append(.equals("person", try call.user())) }
            return try snapshot.all(absences, where: conditions, order: .by("last")).prefix(1_000).map(\.view)
        }
    }

    /// Approves or rejects time off; published shifts in that period have to be reassigned first.
    /// - Parameter approves: Whether the rider has it.
    @Post("/absences/{absence}/decide", .user)
    func absenceDecide(absence: ID<Absence>, approves: Bool, _ call: Call) async throws -> Absence.View {
        try await store.transaction { tx in
            guard let known = try tx.get(absences, absence),
                let role = try role(in: known.document.franchise, call, tx)
            else { throw RiderRefusal.noAbsence }
            guard role == .manager else { throw RiderRefusal.notManager }
            let franchise = try managed(known.document.franchise, call, tx)
            if approves {
                let (first, last) = try days(known.document.first, known.document.last, most: 366)
                // A night's shift begins on the day before.
                let begins = try zone(of: franchise.document).moment(first, .midnight)
                let inTheWay = try plan(of: franchise, from: first.advanced(by: -1), to: last, tx).filter {
                    !$0.document.isDraft && $0.document.riderId == known.document.person
                        && $0.document.status == .scheduled && begins < $0.document.endAt
                }
                guard inTheWay.isEmpty else {
                    throw RiderRefusal.shiftsInTheWay(shifts: try Value(encoding: inTheWay.prefix(100).map(\.id)))
                }
            }
            let decided = try tx.update(absences, absence) { $0.state = approves ? .approved : .refused }
            try tell(of: decided, in: franchise.document, tx)
            return decided.view
        }
    }

    /// Takes time off back.
    @Delete("/absences/{absence}", .user)
    func absenceRemove(absence: ID<Absence>, _ call: Call) async throws -> Done {
        let person = try call.user()
        return try await store.transaction { tx in
            guard try tx.get(absences, absence)?.document.person == person else { throw RiderRefusal.noAbsence }
            try tx.delete(absences, absence)
            return Done()
        }
    }

    /// Sets when the caller can work, at any time without hours; a plan outside of these needs a reason.
    /// - Parameter hours: Each span of a week.
    @Put("/franchises/{franchise}/availability", .user)
    func availabilityPut(
        franchise: ID<Franchise>, @Count(0...21) hours: [WeekHours], _ call: Call
    ) async throws -> FranchiseMember.View {
        let person = try call.user()
        guard hours.allSatisfy(\.isValid) else { throw RiderRefusal.badHours }
        return try await store.transaction { tx in
            guard let known = try member(person, of: franchise, tx) else { throw RiderRefusal.noFranchise }
            return try tx.update(members, known.key) { $0.availability = hours }.view
        }
    }

    // MARK: - What plans ask

    /// When riders have time off, as the rules see it.
    func timeOff(
        of riders: Set<String>, in franchise: Stored<Franchise>, from: Day, to: Day, _ snapshot: StoreSnapshot
    ) throws -> [RosterAbsence] {
        let zone = try zone(of: franchise.document)
        return try snapshot.all(
            absences, where: [.equals("franchise", franchise.key), .from("last", from.description)]
        ).compactMap { stored in
            let absence = stored.document
            guard absence.state == .approved, riders.contains(absence.person), absence.first <= to.description,
                let first = Day(absence.first), let last = Day(absence.last)
            else { return nil }
            return RosterAbsence(
                person: absence.person, start: zone.moment(first, .midnight),
                end: zone.moment(last.advanced(by: 1), .midnight))
        }
    }

    /// The shifts at times at which their riders said that they can't work.
    func unavailable(
        _ some: [Stored<Shift>], in franchise: Stored<Franchise>, _ zone: Zone, _ snapshot: StoreSnapshot
    ) throws -> Set<String> {
        let all = try snapshot.all(members, where: [.equals("franchise", franchise.key)]).map(\.document)
        let hours = Dictionary(all.map { ($0.person, $0.availability) }) { $1 }
        return Set(
            some.filter { stored in
                guard let rider = stored.document.riderId, let hours = hours[rider], !hours.isEmpty else {
                    return false
                }
                let (start, end) = (stored.document.startAt, stored.document.endAt)
                return !hours.contains { $0.contains(start, end, in: zone) }
            }.map(\.id))
    }

    /// Two days, the first before the last.
    func days(_ from: String, _ to: String, most: Int) throws -> (Day, Day) {
        guard let first = Day(from), let last = Day(to), first <= last, last.daysSince1970 - first.daysSince1970 < most
        else { throw RiderRefusal.badRange(most: most) }
        return (first, last)
    }
}

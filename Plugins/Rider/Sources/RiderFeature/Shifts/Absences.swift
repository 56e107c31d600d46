internal import Calendars
internal import FeatureKit
internal import NotificationsContracts

/// Days on which a rider asks for time off.
@Record
@Collection("absences", .on(\.franchise, \.last), .on(\.franchise, \.person, \.last), person: .deletes(\.person))
struct Absence: Equatable, OfFranchise {
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
            let today = try today(in: self.franchise(franchise, call, tx).found.document).description
            let rider = try worker(person, of: franchise, what: "franchise", tx).document
            let open: [StoreCondition] = [
                .equals("franchise", franchise), .equals("person", person), .from("last", today),
            ]
            guard try tx.count(absences, where: open) < 100 else { throw RiderRefusal.tooMany(most: 100) }
            let absence = Absence(franchise: franchise, person: person, first: first, last: last, reason: reason)
            let asked = try tx.insert(absences, absence)
            try tellManagers(about: asked, by: rider.name, on: first, tx)
            return asked.view
        }
    }

    /// Time off in a franchise that is not over: everybody's for its managers, for riders their own.
    @Get("/franchises/{franchise}/absences", .user)
    func absenceList(franchise: ID<Franchise>, _ call: Call) async throws -> [Absence.View] {
        try await store.read { snapshot in
            let (found, role) = try self.franchise(franchise, call, snapshot)
            let today = try today(in: found.document).description
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
            let (known, franchise) = try managed(absence, in: absences, call, tx)
            let (first, last) = (known.document.first, known.document.last)
            if approves {
                let days = try days(first, last, most: 366).moments(in: zone(of: franchise.document))
                // A night's shift begins on the day before.
                let from = days.lowerBound.advanced(by: .hours(-24))
                let inTheWay = try ahead(of: known.document.person, in: franchise.key, from: from, tx).filter {
                    !$0.document.isDraft && ($0.document.startAt..<$0.document.endAt).overlaps(days)
                }
                guard inTheWay.isEmpty else {
                    throw RiderRefusal.shiftsInTheWay(shifts: inTheWay.prefix(100).map(\.id))
                }
            }
            let decided = try tx.update(absences, absence) { $0.state = approves ? .approved : .refused }
            try send(
                approves ? .timeOff : .noTimeOff, to: Recipient(person: known.document.person), about: decided.id,
                decided.version, ["place": franchise.document.name, "first": first, "last": last], tx)
            return decided.view
        }
    }

    /// Takes time off back.
    @Delete("/absences/{absence}", .user)
    func absenceRemove(absence: ID<Absence>, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            guard try tx.get(absences, absence)?.document.person == call.user() else {
                throw RiderRefusal.unknown(what: "absence")
            }
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
        guard hours.allSatisfy(\.isValid) else { throw RiderRefusal.badHours }
        return try await store.transaction { tx in
            let known = try worker(call.user(), of: franchise, what: "franchise", tx)
            return try tx.update(members, known.key) { $0.availability = hours }.view
        }
    }
}

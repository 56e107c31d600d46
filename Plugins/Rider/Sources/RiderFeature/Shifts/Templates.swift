internal import Calendars
internal import FeatureKit
internal import Rostering

/// A shift of any week.
@Record struct WeekShift: Equatable {
    /// The rider, who may have left or been erased meanwhile; absent for an open shift.
    var rider: ID<FranchiseMember>?
    /// The motorcycle.
    var motoId: ID<Moto>?
    /// Its plate.
    @Text(0...20) var motoPlate = ""
    /// When it is.
    var span: WeekSpan
}

/// A week that plans begin with.
@Record @Collection("templates", .on(\.franchise), .unique(\.claim))
struct Template: Equatable, OfFranchise {
    @Public var franchise: ID<Franchise>
    /// What it is called.
    @Public @Text(1...100) var name: String
    /// How many shifts it has.
    @Public var shifts: Int { week.count }
    /// The shifts.
    @Count(0...10_000) var week: [WeekShift]
    /// Unique key: the franchise and the name.
    @Text(1...300) var claim: String
}

@Routes("rider", as: "templateRoutes") extension RiderService {
    /// Makes a template of a week, or replaces the one of that name.
    /// - Parameter name: What it is called.
    /// - Parameter week: A day of the week.
    @Post("/franchises/{franchise}/templates", .user)
    func templatePut(
        franchise: ID<Franchise>, @Text(1...100) name: String, @Text(10...10) week: String, _ call: Call
    ) async throws -> Template.View {
        try await store.transaction { tx in
            let found = try managed(franchise, call, tx)
            let template = Template(
                franchise: franchise, name: name, week: try shifts(of: self.week(of: week), in: found, tx),
                claim: "\(franchise)|\(name.folded)")
            return try put(template, claim: template.claim, in: templates, most: 50, tx).view
        }
    }

    /// The templates of a franchise.
    @Get("/franchises/{franchise}/templates", .user)
    func templateList(franchise: ID<Franchise>, _ call: Call) async throws -> [Template.View] {
        try await list(templates, of: franchise, call) { $0.name.folded }
    }

    /// Adds the shifts of a template to a week, as drafts; where a rider has left, the shift is open.
    /// - Parameter week: A day of the week.
    @Post("/templates/{template}/apply", .user)
    func templateApply(template: ID<Template>, @Text(10...10) week: String, _ call: Call) async throws -> Plan {
        try await store.transaction { tx in
            let (known, found) = try managed(template, in: templates, call, tx)
            return try add(known.document.week, to: self.week(of: week), of: found, tx)
        }
    }

    /// Removes a template.
    @Delete("/templates/{template}", .user)
    func templateRemove(template: ID<Template>, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            try tx.delete(templates, managed(template, in: templates, call, tx).found.key)
            return Done()
        }
    }

    // MARK: - Parts

    /// The shifts of a week.
    func shifts(
        of days: ClosedRange<Day>, in franchise: Stored<Franchise>, _ snapshot: StoreSnapshot
    ) throws -> [WeekShift] {
        let zone = try zone(of: franchise.document)
        return try plan(of: franchise, on: days, snapshot).map {
            let rider = try $0.document.riderId.flatMap { try member($0, of: franchise.key, snapshot)?.key }
            let shift = $0.document
            return WeekShift(
                rider: rider, motoId: shift.motoId.map { ID($0) }, motoPlate: shift.motoPlate,
                span: WeekSpan(from: shift.startAt, to: shift.endAt, weekOf: days.lowerBound, in: zone))
        }
    }

    /// Adds drafts of a week's shifts but of those that are there already, and shows the plan; what a franchise does not
    /// have any more is left out of them.
    func add(
        _ week: [WeekShift], to days: ClosedRange<Day>, of franchise: Stored<Franchise>, _ tx: StoreTransaction
    ) throws -> Plan {
        let (zone, number) = (try zone(of: franchise.document), try nextChange(tx))
        let there = try plan(of: franchise, on: days, tx)
        var known = Dictionary(grouping: there, by: \.document.slot).mapValues(\.count)
        let new = try week.map { item in
            let (start, end) = item.span.moments(weekOf: days.lowerBound, in: zone)
            var draft = ShiftDraft(motoPlate: item.motoPlate, startAt: start, endAt: end)
            draft.riderId = try item.rider.flatMap { try tx.get(members, $0)?.document.person }
            draft.motoId = item.motoId
            do { return try self.new(draft, in: franchise, tx) } catch is RiderRefusal {
                // The motorcycle may be gone, or out of service.
                (draft.motoId, draft.motoPlate) = (nil, "")
                return try self.new(draft, in: franchise, tx)
            }
        }.filter { shift in
            known[shift.slot, default: 0] -= 1
            return known[shift.slot, default: 0] < 0
        }
        guard there.count + new.count <= Plan.most else { throw RiderRefusal.tooMany(most: Plan.most) }
        for shift in new { try put(shift, id: .random(), in: nil, change: number, tx) }
        return try plan(of: franchise, in: days, tx)
    }
}

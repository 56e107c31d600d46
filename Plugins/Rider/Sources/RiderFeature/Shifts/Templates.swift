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

    init(_ shift: Shift, by rider: ID<FranchiseMember>?, weekOf monday: Day, in zone: Zone) {
        self.init(
            rider: rider, motoId: shift.motoId.map { ID($0) }, motoPlate: shift.motoPlate,
            span: WeekSpan(from: shift.startAt, to: shift.endAt, weekOf: monday, in: zone))
    }
}

/// A week that plans begin with.
@Record @Collection("templates", .on(\.franchise), .unique(\.claim))
struct Template: Equatable {
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
    private static let mostTemplates = 50

    /// Makes a template of a week, or replaces the one of that name.
    /// - Parameter name: What it is called.
    /// - Parameter week: A day of the week.
    @Post("/franchises/{franchise}/templates", .user)
    func templatePut(
        franchise: ID<Franchise>, @Text(1...100) name: String, @Text(10...10) week: String, _ call: Call
    ) async throws -> Template.View {
        try await store.transaction { tx in
            let found = try managed(franchise, call, tx)
            let monday = try monday(of: week)
            let template = Template(
                franchise: franchise, name: name, week: try shiftsOfWeek(monday, of: found, tx),
                claim: "\(franchise)|\(name.folded)")
            let known = try tx.first(templates, where: [.equals("claim", template.claim)])
            guard try known != nil || tx.count(templates, where: [.equals("franchise", franchise)]) < Self.mostTemplates
            else { throw RiderRefusal.tooMany(most: Self.mostTemplates) }
            return try tx.put(templates, template, id: known?.key ?? .random()).view
        }
    }

    /// The templates of a franchise.
    @Get("/franchises/{franchise}/templates", .user)
    func templateList(franchise: ID<Franchise>, _ call: Call) async throws -> [Template.View] {
        try await store.read { snapshot in
            _ = try managed(franchise, call, snapshot)
            let all = try snapshot.all(templates, where: [.equals("franchise", franchise)]).map(\.view)
            return all.sorted { $0.name.folded < $1.name.folded }
        }
    }

    /// Adds the shifts of a template to a week, as drafts; where a rider has left, the shift is open.
    /// - Parameter week: A day of the week.
    @Post("/templates/{template}/apply", .user)
    func templateApply(template: ID<Template>, @Text(10...10) week: String, _ call: Call) async throws -> Plan {
        try await store.transaction { tx in
            let (known, found) = try managedTemplate(template, call, tx)
            let monday = try monday(of: week)
            try add(known.document.week, on: monday, of: found, tx)
            return try plan(of: found, in: monday, tx)
        }
    }

    /// Removes a template.
    @Delete("/templates/{template}", .user)
    func templateRemove(template: ID<Template>, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            try tx.delete(templates, managedTemplate(template, call, tx).template.key)
            return Done()
        }
    }

    // MARK: - Parts

    private func managedTemplate(
        _ id: ID<Template>, _ call: Call, _ snapshot: StoreSnapshot
    ) throws -> (template: Stored<Template>, franchise: Stored<Franchise>) {
        guard let known = try snapshot.get(templates, id),
            try role(in: known.document.franchise, call, snapshot) == .manager
        else { throw RiderRefusal.noTemplate }
        return (known, try managed(known.document.franchise, call, snapshot))
    }

    /// The shifts of a week.
    func shiftsOfWeek(
        _ monday: Day, of franchise: Stored<Franchise>, _ snapshot: StoreSnapshot
    ) throws -> [WeekShift] {
        let zone = try zone(of: franchise.document)
        return try plan(of: franchise, from: monday, to: monday.advanced(by: 6), snapshot).map {
            let rider = try $0.document.riderId.flatMap { try member($0, of: franchise.key, snapshot)?.key }
            return WeekShift($0.document, by: rider, weekOf: monday, in: zone)
        }
    }

    /// Adds drafts of a week's shifts; what a franchise does not have any more is left out of them.
    func add(
        _ week: [WeekShift], on monday: Day, of franchise: Stored<Franchise>, _ tx: StoreTransaction
    ) throws {
        let (zone, number) = (try zone(of: franchise.document), try nextChange(tx))
        try checkRoom(for: week.count, on: monday, of: franchise, tx)
        for item in week {
            let (start, end) = item.span.moments(weekOf: monday, in: zone)
            var draft = ShiftDraft(motoPlate: item.motoPlate, startAt: start, endAt: end)
            draft.riderId = try item.rider.flatMap { try tx.get(members, $0)?.document.person }
            if let moto = item.motoId {
                let isThere = try tx.get(motos, moto)?.document.isInService == true
                (draft.motoId, draft.motoPlate) = (isThere ? moto : nil, isThere ? item.motoPlate : "")
            }
            try put(new(draft, in: franchise, tx), id: .random(), in: nil, change: number, tx)
        }
    }
}

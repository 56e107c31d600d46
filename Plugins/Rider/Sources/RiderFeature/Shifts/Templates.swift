internal import Calendars
internal import FeatureKit
internal import Rostering

/// The shifts of a week by days and times of day, wherever clocks are changed.
@Record struct PlannedWeek: Equatable {
    /// A shift of a week.
    @Record struct Item: Equatable {
        /// The rider, who may have left meanwhile; absent for an open shift.
        @Text(1...256) var riderId: String?
        /// The motorcycle.
        var motoId: ID<Moto>?
        /// Its plate.
        @Text(0...20) var motoPlate = ""
        /// How many days after Monday it begins, and ends.
        @In(0...6) var day: Int
        /// How many days after Monday it ends.
        @In(0...7) var endDay: Int
        /// The time of day at which it begins.
        @Text(5...8) var from: String
        /// The time of day at which it ends.
        @Text(5...8) var to: String
    }

    /// Each shift.
    @Count(0...10_000) var items: [Item]

    /// The week of some shifts.
    init(_ shifts: [Shift], from monday: Day, in zone: Zone) {
        items = shifts.map { shift in
            func place(_ moment: Timestamp) -> (day: Int, time: String) {
                (zone.day(at: moment).daysSince1970 - monday.daysSince1970, zone.time(at: moment).description)
            }
            let (begin, end) = (place(shift.startAt), place(shift.endAt))
            return Item(
                riderId: shift.riderId, motoId: shift.motoId.map { ID($0) }, motoPlate: shift.motoPlate, day: begin.day,
                endDay: end.day, from: begin.time, to: end.time)
        }
    }

    /// The shifts of another week.
    func drafts(on monday: Day, in zone: Zone) -> [ShiftDraft] {
        items.map { item in
            func moment(_ day: Int, _ time: String) -> Timestamp {
                zone.moment(monday.advanced(by: day), TimeOfDay(time) ?? .midnight)
            }
            return ShiftDraft(
                riderId: item.riderId, motoId: item.motoId, motoPlate: item.motoPlate,
                startAt: moment(item.day, item.from), endAt: moment(item.endDay, item.to))
        }
    }
}

/// A week that plans begin with.
@Record @Collection("templates", .on(\.franchise), .unique(\.claim))
struct Template: Equatable {
    /// Which franchise.
    @Public var franchise: ID<Franchise>
    /// What it is called.
    @Public @Text(1...100) var name: String
    /// How many shifts it has.
    @Public var shifts: Int { week.items.count }
    /// The shifts.
    var week: PlannedWeek
    /// Unique key: the franchise and the name.
    @Text(1...300) var claim: String
}

/// The templates of a franchise.
@Record struct TemplateList: Equatable {
    static let most = 50
    /// Each one, by name.
    @Count(0...TemplateList.most) var items: [Template.View]
}

@Routes("rider", as: "templateRoutes") extension RiderService {
    /// Makes a template of a week, or makes it anew; its riders are those whom the shifts have.
    /// - Parameter franchise: Which franchise.
    /// - Parameter name: What it is called.
    /// - Parameter week: A day of the week.
    @Post("/franchises/{franchise}/templates", .user)
    func templatePut(
        franchise: ID<Franchise>, @Text(1...100) name: String, @Text(10...10) week: String, _ call: Call
    ) async throws -> Template.View {
        try await store.transaction { tx in
            let found = try managed(franchise, call, tx)
            let monday = try monday(of: week)
            let shifts = try plan(of: found, from: monday, to: monday.advanced(by: 6), tx).map(\.document)
            let template = Template(
                franchise: franchise, name: name,
                week: PlannedWeek(shifts, from: monday, in: try zone(of: found.document)),
                claim: "\(franchise)|\(name.folded)")
            let known = try tx.first(templates, where: [.equals("claim", template.claim)])
            guard try known != nil || tx.count(templates, where: [.equals("franchise", franchise)]) < TemplateList.most
            else { throw RiderRefusal.tooMany(most: TemplateList.most) }
            return try tx.put(templates, template, id: known?.key ?? .random()).view
        }
    }

    /// The templates of a franchise.
    /// - Parameter franchise: Which franchise.
    @Get("/franchises/{franchise}/templates", .user)
    func templateList(franchise: ID<Franchise>, _ call: Call) async throws -> TemplateList {
        try await store.read { snapshot in
            _ = try managed(franchise, call, snapshot)
            let all = try snapshot.all(templates, where: [.equals("franchise", franchise)]).map(\.view)
            return TemplateList(items: all.sorted { $0.name.folded < $1.name.folded })
        }
    }

    /// Adds the shifts of a template to a week, as drafts; where a rider has left, the shift is open.
    /// - Parameter template: Which one.
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
    /// - Parameter template: Which one.
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

    /// Adds drafts of a week's shifts; what a franchise does not have any more is left out of them.
    func add(
        _ week: PlannedWeek, on monday: Day, of franchise: Stored<Franchise>, _ tx: StoreTransaction
    ) throws {
        let number = try nextChange(tx)
        for draft in week.drafts(on: monday, in: try zone(of: franchise.document)) {
            var draft = draft
            if let rider = draft.riderId, try member(rider, of: franchise.key, tx) == nil { draft.riderId = nil }
            if let moto = draft.motoId, try tx.get(motos, moto)?.document.isInService != true { draft.motoId = nil }
            try put(new(draft, in: franchise, tx), id: .random(), in: nil, change: number, tx)
        }
    }
}

internal import Calendars
internal import FeatureKit

/// Those who work for a franchise.
@Record struct MemberList: Equatable {
    /// Each person, by name.
    @Count(0...1_000) var items: [FranchiseMember.View]
}

@Routes("rider", as: "franchiseRoutes") extension RiderService {
    /// The franchises that the caller works for; all of them for staff.
    @Get("/franchises", .user)
    func franchiseList(_ request: PageRequest, _ call: Call) async throws -> Page<Franchise.View> {
        guard !call.owns(nil, orHas: "staff") else {
            return try await franchises.page(request, order: .by(.folded("name"))) { $0.view }
        }
        let person = try call.user()
        let own = try await store.read { snapshot in
            try snapshot.all(members, where: [.equals("person", person)]).compactMap {
                try snapshot.get(franchises, $0.document.franchise)
            }
        }
        return Page(of: own.map(\.view), by: { "\($0.name.folded) \($0.id)" }, request)
    }

    /// Adds a franchise.
    @Post("/franchises", .role("staff"))
    func franchiseAdd(_ draft: Franchise.Draft) async throws -> Franchise.View {
        let franchise = Franchise(draft)
        try check(franchise)
        return try await franchises.insert(franchise).view
    }

    /// Changes a franchise.
    @Patch("/franchises/{franchise}", .user)
    func franchiseChange(_ request: Franchise.Change, _ call: Call) async throws -> Franchise.View {
        try await store.transaction { tx in
            let old = try managed(request.franchise, call, tx)
            let new = try old.changed(by: request)
            try check(new)
            return try tx.put(franchises, new, id: old.id).view
        }
    }

    /// Those who work for a franchise.
    /// - Parameter franchise: Which franchise.
    @Get("/franchises/{franchise}/members", .user)
    func memberList(franchise: ID<Franchise>, _ call: Call) async throws -> MemberList {
        try await store.read { snapshot in
            _ = try managed(franchise, call, snapshot)
            let all = try snapshot.all(members, where: [.equals("franchise", franchise)]).map(\.view)
            return MemberList(items: all.sorted { ($0.name.folded, $0.person) < ($1.name.folded, $1.person) })
        }
    }

    /// Lets somebody work for a franchise, or do something else there; managers are named by staff.
    /// - Parameter franchise: Which franchise.
    /// - Parameter person: The key of the person.
    /// - Parameter name: The name that shifts show.
    /// - Parameter role: What the person does.
    @Put("/franchises/{franchise}/members/{person}", .user)
    func memberPut(
        franchise: ID<Franchise>, @Text(1...256) person: String, @Text(1...100) name: String,
        role: FranchiseMember.Role = .rider, _ call: Call
    ) async throws -> FranchiseMember.View {
        try await store.transaction { tx in
            _ = try managed(franchise, call, tx)
            let claim = FranchiseMember.claim(franchise, person)
            let known = try tx.first(members, where: [.equals("claim", claim)])
            // Managers neither make managers nor make riders of them.
            guard (role == .rider && known?.document.role ?? .rider == .rider) || call.owns(nil, orHas: "staff") else {
                throw RiderRefusal.notManager
            }
            let member = FranchiseMember(franchise: franchise, person: person, name: name, role: role, claim: claim)
            return try tx.put(members, member, id: known?.key ?? .random()).view
        }
    }

    /// Lets somebody work for a franchise no more; the shifts to come are for nobody then.
    /// - Parameter franchise: Which franchise.
    /// - Parameter person: The key of the person.
    @Delete("/franchises/{franchise}/members/{person}", .user)
    func memberRemove(franchise: ID<Franchise>, @Text(1...256) person: String, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            _ = try managed(franchise, call, tx)
            let claim = FranchiseMember.claim(franchise, person)
            guard let known = try tx.first(members, where: [.equals("claim", claim)]) else {
                throw RiderRefusal.noRider
            }
            guard known.document.role == .rider || call.owns(nil, orHas: "staff") else {
                throw RiderRefusal.notManager
            }
            try tx.delete(members, known.id)
            let ahead: [StoreCondition] = [
                .equals("franchiseId", franchise), .equals("riderId", person), .from("startAt", clock.now),
            ]
            for shift in try tx.all(shifts, where: ahead) where shift.document.status == .scheduled {
                try tx.update(shifts, shift.key) { $0.assign(nil) }
                try end(offersOf: shift.key, as: .refused, tx)
            }
            return Done()
        }
    }

    private func check(_ franchise: Franchise) throws {
        do { _ = try zones.zone(franchise.zone) } catch { throw RiderRefusal.noZone(zone: franchise.zone) }
    }
}

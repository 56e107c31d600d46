internal import FeatureKit

/// A motorcycle of a franchise.
@Record @Collection("motos", .unique(\.claim), .on(\.franchise))
struct Moto: Equatable {
    @Public var franchise: ID<Franchise>
    /// What it is called.
    @Public @Editable @Text(1...64) var name: String
    /// Its plate.
    @Public @Editable @Text(1...20) var plate: String
    /// Whether it can be driven; no shift gets one that can't.
    @Public @Editable var isInService: Bool = true
    /// Unique key: the franchise and what the plate is compared by.
    @Text(0...100) var claim = ""
}

@Routes("rider", as: "motoRoutes") extension RiderService {
    private static let mostMotos = 1_000

    /// The motorcycles of a franchise, for its managers.
    @Get("/franchises/{franchise}/motos", .user)
    func motoList(franchise: ID<Franchise>, _ call: Call) async throws -> [Moto.View] {
        try await store.read { snapshot in
            _ = try managed(franchise, call, snapshot)
            let all = try snapshot.all(motos, where: [.equals("franchise", franchise)]).map(\.view)
            return all.sorted { ($0.name.folded, $0.plate) < ($1.name.folded, $1.plate) }
        }
    }

    /// Adds a motorcycle.
    /// - Parameter moto: The motorcycle.
    @Post("/franchises/{franchise}/motos", .user)
    func motoAdd(franchise: ID<Franchise>, moto: Moto.Draft, _ call: Call) async throws -> Moto.View {
        try await store.transaction { tx in
            _ = try managed(franchise, call, tx)
            guard try tx.count(motos, where: [.equals("franchise", franchise)]) < Self.mostMotos else {
                throw RiderRefusal.tooMany(most: Self.mostMotos)
            }
            return try tx.insert(motos, checked(Moto(moto, franchise: franchise), nil, tx)).view
        }
    }

    /// Changes a motorcycle; shifts that have it keep the plate that it had.
    @Patch("/motos/{moto}", .user)
    func motoChange(_ request: Moto.Change, _ call: Call) async throws -> Moto.View {
        try await store.transaction { tx in
            let known = try managedMoto(request.moto, call, tx)
            return try tx.put(motos, checked(known.changed(by: request), known.key, tx), id: known.key).view
        }
    }

    /// Removes a motorcycle; shifts that have it keep its plate.
    @Delete("/motos/{moto}", .user)
    func motoRemove(moto: ID<Moto>, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            try tx.delete(motos, managedMoto(moto, call, tx).key)
            return Done()
        }
    }

    private func managedMoto(_ id: ID<Moto>, _ call: Call, _ snapshot: StoreSnapshot) throws -> Stored<Moto> {
        guard let known = try snapshot.get(motos, id),
            let role = try role(in: known.document.franchise, call, snapshot)
        else { throw RiderRefusal.noMoto }
        guard role == .manager else { throw RiderRefusal.notManager }
        return known
    }

    private func checked(_ moto: Moto, _ id: ID<Moto>?, _ snapshot: StoreSnapshot) throws -> Moto {
        guard let vehicle = Shift.vehicle(moto.plate) else { throw RiderRefusal.badPlate }
        var moto = moto
        moto.claim = "\(moto.franchise)|\(vehicle)"
        let same = try snapshot.first(motos, where: [.equals("claim", moto.claim)])
        guard same == nil || same?.key == id else { throw RiderRefusal.plateTaken }
        return moto
    }
}

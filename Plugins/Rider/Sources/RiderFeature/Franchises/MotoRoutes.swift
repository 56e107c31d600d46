internal import FeatureKit

/// A motorcycle of a franchise.
@Record @Collection("motos", .unique(\.claim), .on(\.franchise))
struct Moto: Equatable, OfFranchise {
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
    /// The motorcycles of a franchise, for its managers.
    @Get("/franchises/{franchise}/motos", .user)
    func motoList(franchise: ID<Franchise>, _ call: Call) async throws -> [Moto.View] {
        try await list(motos, of: franchise, call) { "\($0.name.folded) \($0.plate)" }
    }

    /// Adds a motorcycle.
    /// - Parameter moto: The motorcycle.
    @Post("/franchises/{franchise}/motos", .user)
    func motoAdd(franchise: ID<Franchise>, moto: Moto.Draft, _ call: Call) async throws -> Moto.View {
        try await store.transaction { tx in
            _ = try managed(franchise, call, tx)
            let new = try checked(Moto(moto, franchise: franchise), nil, tx)
            return try put(new, claim: new.claim, in: motos, most: 1_000, tx).view
        }
    }

    /// Changes a motorcycle; shifts that have it keep the plate that it had.
    @Patch("/motos/{moto}", .user)
    func motoChange(_ request: Moto.Change, _ call: Call) async throws -> Moto.View {
        try await store.transaction { tx in
            let known = try managed(request.moto, in: motos, call, tx).found
            return try tx.put(motos, checked(known.changed(by: request), known.key, tx), id: known.key).view
        }
    }

    /// Removes a motorcycle; shifts that have it keep its plate.
    @Delete("/motos/{moto}", .user)
    func motoRemove(moto: ID<Moto>, _ call: Call) async throws -> Done {
        try await store.transaction { tx in
            try tx.delete(motos, managed(moto, in: motos, call, tx).found.key)
            return Done()
        }
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

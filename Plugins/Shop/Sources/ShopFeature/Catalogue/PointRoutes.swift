internal import Calendars
internal import FeatureKit

/// The points of sale.
@Record struct PointList: Equatable {
    /// Each point.
    @Count(0...1_000) var items: [PointOfSale.View]
}

/// Those who work at a point of sale.
@Record struct PointStaff: Equatable {
    /// Their keys.
    @Text(1...256) @Count(0...200) var staff: [String]
}

@Routes("shop", as: "pointRoutes") extension ShopService {
    /// The points of sale: by name or, with a place, the nearest first.
    /// - Parameter lat: The latitude of a place.
    /// - Parameter lon: The longitude of a place.
    @Get("/points", .everyone)
    func pointList(@In(-90.0...90.0) lat: Double?, @In(-180.0...180.0) lon: Double?) async throws -> PointList {
        let all = try await points.query(order: .by(.folded("name")), limit: 1_000).items.map(view)
        guard let lat, let lon else { return PointList(items: all) }
        let here = GeoPoint(lat: lat, lon: lon)
        func distance(_ point: PointOfSale.View) -> Double { point.location?.distance(to: here) ?? .infinity }
        return PointList(items: all.sorted { distance($0) < distance($1) })
    }

    /// A point of sale.
    @Get("/points/{point}", .everyone)
    func point(point: ID<PointOfSale>) async throws -> PointOfSale.View {
        guard let found = try await points.get(point) else { throw ShopRefusal.noPoint }
        return view(found)
    }

    /// Adds a point of sale.
    @Post("/points", .role("staff"))
    func pointAdd(_ draft: PointOfSale.Draft) async throws -> PointOfSale.View {
        let point = PointOfSale(draft)
        try point.hours?.problems(in: zones).refuse()
        return view(try await points.insert(point))
    }

    /// Changes a point of sale, and who works there.
    @Patch("/points/{pointOfSale}", .role("staff"))
    func pointChange(_ request: PointOfSale.Change) async throws -> PointOfSale.View {
        try await store.transaction { tx in
            guard let old = try tx.get(points, request.pointOfSale) else { throw ShopRefusal.noPoint }
            let new = try old.changed(by: request)
            try new.hours?.problems(in: zones).refuse()
            return view(try tx.put(points, new, id: old.id))
        }
    }

    /// Removes a point of sale that has no open orders.
    @Delete("/points/{point}", .role("staff"))
    func pointRemove(point: ID<PointOfSale>) async throws -> Done {
        try await store.transaction { tx in
            guard try tx.get(points, point) != nil else { throw ShopRefusal.noPoint }
            let open = try tx.count(
                orders,
                where: [
                    .equals("point", point),
                    .among("state", [Order.State.pending, .paid, .preparing, .ready].map(\.rawValue)),
                ])
            guard open == 0 else { throw ShopRefusal.openOrders(count: open) }
            try tx.delete(points, point)
            return Done()
        }
    }

    /// Who works at a point of sale.
    @Get("/points/{point}/staff", .role("staff"))
    func pointStaff(point: ID<PointOfSale>) async throws -> PointStaff {
        guard let found = try await points.get(point) else { throw ShopRefusal.noPoint }
        return PointStaff(staff: found.document.staff)
    }

    /// A point as callers see it.
    func view(_ point: Stored<PointOfSale>) -> PointOfSale.View {
        var view = point.view
        view.isOpen = !view.isPaused && view.hours.map { $0.end(at: clock.now, in: zones) != nil } ?? true
        return view
    }
}

@Routes("shop", as: "promotionRoutes") extension ShopService {
    /// The promotions, by code.
    @Get("/promotions", .role("staff"))
    func promotionList(_ request: PageRequest) async throws -> Page<Promotion.View> {
        try await promotions.page(request, order: .by("code")) { $0.view }
    }

    /// Adds a promotion.
    @Post("/promotions", .role("staff"))
    func promotionAdd(_ draft: Promotion.Draft) async throws -> Promotion.View {
        let promotion = try checked(Promotion(draft))
        return try await store.transaction { tx in
            guard try tx.first(promotions, where: [.equals("code", promotion.code)]) == nil else {
                throw ShopRefusal.codeTaken(code: promotion.code)
            }
            return try tx.insert(promotions, promotion).view
        }
    }

    /// Changes a promotion.
    @Patch("/promotions/{promotion}", .role("staff"))
    func promotionChange(_ request: Promotion.Change) async throws -> Promotion.View {
        try await store.transaction { tx in
            guard let old = try tx.get(promotions, request.promotion) else { throw ShopRefusal.noPromotion }
            let new = try checked(old.changed(by: request))
            guard try tx.first(promotions, where: [.equals("code", new.code)])?.id ?? old.id == old.id else {
                throw ShopRefusal.codeTaken(code: new.code)
            }
            return try tx.put(promotions, new, id: old.id).view
        }
    }

    /// Removes a promotion; orders that have it keep their price.
    @Delete("/promotions/{promotion}", .role("staff"))
    func promotionRemove(promotion: ID<Promotion>) async throws -> Done {
        try await store.transaction { tx in
            guard try tx.get(promotions, promotion) != nil else { throw ShopRefusal.noPromotion }
            try tx.delete(promotions, promotion)
            return Done()
        }
    }

    private func checked(_ promotion: Promotion) throws -> Promotion {
        var promotion = promotion
        promotion.code = promotion.code.uppercased()
        var problems: [RequestProblem] = []
        if !promotion.code.utf8.allSatisfy({ ($0 | 0x20).isLetter || (0x30...0x39).contains($0) || $0 == 0x2D }) {
            problems.append(RequestProblem("code", "letters, digits and dashes alone"))
        }
        if (promotion.percent == nil) == (promotion.amount == nil) {
            problems.append(RequestProblem(at: ValuePath(), "percent, amount: one of both"))
        }
        if let from = promotion.from, let until = promotion.until, until <= from {
            problems.append(RequestProblem("until", "it has to be after from"))
        }
        try problems.refuse()
        return promotion
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self) }
}

internal import FeatureKit

extension Office {
    func add(_ request: NewBar, _ call: Call) async throws -> BarShown {
        let owner = try user(call)
        let bar = Bar(request, owner: owner, at: clock.now)
        let hasSeats = request.capacity != nil || !request.tables.isEmpty
        let problems =
            (hasSeats ? [] : [.noCapacity]) + bar.problems(in: .init(), settings: settings, hours: hours)
            + BarProblem.all(ofZone: bar.zone, hours)
        guard problems.isEmpty else { throw RouteError.wrong(problems) }
        let most = settings.mostBars
        let stored = try await store.transaction { tx in
            guard try tx.count(bars, where: [.equals("owner", owner)]) < most else {
                throw RouteError.tooManyBars(most)
            }
            return try tx.insert(bars, bar)
        }
        guide.withLock { $0.show(stored) }
        return shown(stored, to: call)
    }

    func types() -> Types {
        let counts = guide.withLock { $0.counts }
        return Types(types: Dictionary(settings.types.map { ($0, counts[$0] ?? 0) }) { one, _ in one })
    }

    func one(_ request: Named, _ call: Call) async throws -> BarShown {
        guard let bar = try await bars.get(request.bar) else { throw RouteError.noBar }
        return shown(bar, to: call)
    }

    /// What somebody who runs a bar is about to change of it.
    ///
    /// - Throws: A refusal, unless it is there and theirs.
    func own(_ id: String, _ call: Call, _ snapshot: StoreSnapshot) throws -> Stored<Bar> {
        _ = try user(call)
        guard let bar = try snapshot.get(bars, id) else { throw RouteError.noBar }
        guard runs(bar.document, call) else { throw RouteError.notYours }
        return bar
    }

    func shown(_ bar: Stored<Bar>, to call: Call) -> BarShown {
        let document = bar.document
        return BarShown(
            id: bar.id, version: bar.version, name: document.name, description: document.description,
            capacity: document.capacity, type: document.type, location: document.location, address: document.address,
            owner: document.owner, zone: hours.zone(of: document).name, opening: document.opening,
            tables: document.tables, image: document.image, isYours: call.caller.key == document.owner)
    }
}

extension Bar {
    fileprivate init(_ new: NewBar, owner: String, at now: Timestamp) {
        let address = new.address?.trimmed
        self.init(
            name: new.name.trimmed, description: new.description, capacity: new.capacity ?? new.tables.seats,
            type: new.type, location: new.location, address: address?.isEmpty == true ? nil : address, owner: owner,
            zone: new.zone,
            opening: new.opening, tables: new.tables, made: now)
    }
}

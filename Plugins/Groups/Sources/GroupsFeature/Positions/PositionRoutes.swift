internal import FeatureKit
internal import Geography

/// What became of fixes that a phone sent, and when to send the next.
@Record struct FixReceipt: Equatable {
    /// How many say where the caller is now, or was after what is known.
    var taken = 0
    /// How many are older than what is known; they move nobody back.
    var late = 0
    /// How many have come before.
    var duplicate = 0
    /// How many are of the future, and count as of now.
    var future = 0
    /// How many are less exact than is asked for.
    var poor = 0
    /// How long to wait with the next one.
    var next: Duration
}

/// All members of a group.
@Record struct GroupSnapshot: Equatable {
    /// The group.
    var group: Group.View
    /// Its members, in the order in which they joined.
    var members: [MemberView]
}

@Routes("groups", as: "positionRoutes") extension GroupService {
    /// Says where the caller is, in all groups with which they share it; several fixes where the phone was offline.
    /// - Parameter fixes: The fixes, in any order.
    @Post("/position", .everyone)
    func position(@Count(1...500) fixes: [Fix], _ call: Call) async throws -> FixReceipt {
        try await take(fixes, of: person(call), for: call.caller)
    }

    /// Everybody in a group as they are now, for clients that ask again and again: with an ETag.
    @Get("/{group}/members", .everyone)
    func snapshot(group: ID<Group>, _ call: Call) async throws -> Media {
        let snapshot = try await read(group, call) { live in
            GroupSnapshot(group: live.view, members: live.everybody)
        }
        return Media(type: "application/json", bytes: Array(snapshot.json.utf8))
    }

    /// Everybody in a group, and then whatever changes; a client that comes back goes on where it left off.
    /// - Parameter lastEventID: The last event that the client had.
    @Stream("/{group}/live", .everyone)
    func news(
        group: ID<Group>, @Text(0...60) lastEventID: String?, _ call: Call, _ out: ReplyStream<GroupEvent>
    ) async throws {
        let person = try await person(call)
        try await checkMember(group, person)
        var number = lastEventID.flatMap(live.number)
        for await _ in try live.changes.values(of: group) {
            guard case .news(let events, let last) = live.look(at: group, as: person, after: number) else { return }
            for event in events { try await out.send(event) }
            number = last
        }
    }

    /// A group on the map, as GeoJSON.
    @Get("/{group}/map.geojson", .everyone)
    func map(group: ID<Group>, _ call: Call) async throws -> Media {
        let features = try await read(group, call) { live in
            live.everybody.compactMap { member in
                member.fix.map { fix in
                    GeoFeature(
                        .point(fix.point),
                        [
                            "kind": "member", "name": .text(member.name), "time": .text("\(fix.time)"),
                            "id": .text(member.id.text),
                        ])
                }
            }
                + ([live.group.document.meeting].compactMap(\.self).map { ("meeting", $0) }
                + live.group.document.places.map { ("place", $0) }).map { kind, place in
                    GeoFeature(
                        .point(place.point),
                        ["kind": .text(kind), "name": .text(place.name), "radius": .number(place.radius)])
                }
        }
        return Media(type: "application/geo+json", bytes: Array(GeoJSON.value(features).json.utf8))
    }

    // MARK: - Parts

    /// Takes fixes over, and keeps them where a group keeps tracks.
    func take(_ fixes: [Fix], of person: String, for caller: Caller) async throws -> FixReceipt {
        let now = clock.now
        let rules = FixRules(interval: interval(for: caller), mostAccuracy: settings.accuracy)
        var receipt = FixReceipt(next: rules.interval)
        var kept: [ID<Member>: (move: LiveGroups.Move, fixes: [Fix])] = [:]
        for fix in fixes.sorted(by: { $0.time < $1.time }) {
            let isFuture = fix.time > now.advanced(by: .seconds(60))
            let moves = live.move(person, to: fix, at: now, rules)
            // Which groups share it decides nothing here; all of a person's groups that do know the same fixes.
            switch moves.first?.outcome {
            case .moved?: receipt.taken += 1
            case .poor?: receipt.poor += 1
            case .late?: receipt.late += 1
            case .duplicate?: receipt.duplicate += 1
            case nil: break
            }
            if isFuture { receipt.future += 1 }
            for move in moves where move.history != nil && move.outcome != .duplicate {
                kept[move.member.key, default: (move, [])].fixes.append(fix)
            }
            receipt.next = moves.first?.next ?? receipt.next
        }
        count(receipt)
        if !kept.isEmpty { try await keep(kept, at: now) }
        return receipt
    }

    private func count(_ receipt: FixReceipt) {
        figures.withLock {
            $0.taken += receipt.taken
            $0.late += receipt.late
            $0.duplicate += receipt.duplicate
            $0.future += receipt.future
            $0.poor += receipt.poor
        }
    }

    /// Reads a group for a member.
    func read<Result: Sendable>(
        _ group: ID<Group>, _ call: Call, _ body: (LiveGroup) -> Result
    ) async throws -> Result {
        let person = try await person(call)
        if let result = live.read(group, as: person, { live, _ in body(live) }) { return result }
        try await checkMember(group, person)
        throw GroupRefusal.noGroup
    }

    /// Refuses those who are not in a group, and where its session has ended.
    private func checkMember(_ group: ID<Group>, _ person: String) async throws {
        let until = try await store.read { snapshot in try find(group, person, snapshot).group.document.until }
        guard clock.now < until else { throw GroupRefusal.ended }
    }
}

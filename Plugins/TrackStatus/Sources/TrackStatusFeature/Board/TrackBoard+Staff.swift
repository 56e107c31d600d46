internal import Codes
internal import FeatureKit
internal import Publishing

@Record struct SetState: Equatable {
    /// What the flags are; evacuations have routes of their own.
    var mode: Mode
    /// The zone; absent for the whole track.
    @In(0...65_535) var zone: Int?
    /// What people are shown.
    @Text(1...500) var message: String?
    /// How long it counts; absent until it is withdrawn.
    @Name("for") @In(.seconds(1) ... .seconds(86_400)) var duration: Duration?
    /// Why, for the history.
    @Text(1...500) var reason: String
}

/// What has to be typed in the second step of clearing.
@Record struct ClearingBegun: Equatable {
    /// The word.
    @Text(1...64) var word: String
    /// Who began.
    @Text(1...200) var by: String
    /// Until when the second step can be taken.
    var until: Timestamp
    /// Whether that takes another person.
    var twoPeople: Bool
}

// What staff do. The reply comes once people are told, which as a rule is once it is stored.
@Routes("track", as: "staffRoutes") extension TrackBoard {
    /// Says what the flags are in a zone or on the whole track.
    @Put("/state", .role("staff"), id: "track.state")
    func say(_ request: SetState, _ call: Call) async throws -> Status {
        let (mode, zone, message, reason) = (request.mode, request.zone, request.message, request.reason)
        let (by, moment) = try begin(call, ["message": message, "reason": reason])
        guard mode != .evacuation else { throw TrackRefusal.evacuationByState }
        if let zone, !state.hasRoom(for: zone) { throw TrackRefusal.tooManyZones }
        let word = StaffWord(
            zone: zone, mode: mode, message: message, by: by, at: moment.wall,
            until: request.duration.map { moment.wall.advanced(by: $0) })
        record(
            HistoryEntry(
                .said, at: moment, in: status, mode: mode, zone: zone, by: by, reason: reason, message: message))
        // What was said already is not stored again; of what ends, the end has moved.
        if var last = state.staff.word(of: zone) {
            last.at = word.at
            if last == word { return status }
        }
        return await take(by, reason, at: moment) { $0.say(word, at: moment) }
    }

    /// Withdraws what staff said of a zone or of the whole track.
    /// - Parameter zone: The zone; absent for the whole track.
    /// - Parameter reason: Why, for the history.
    @Delete("/state", .role("staff"), id: "track.state-withdraw")
    func withdraw(@In(0...65_535) zone: Int?, @Text(1...500) reason: String, _ call: Call) async throws -> Status {
        let (by, moment) = try begin(call, ["reason": reason])
        record(HistoryEntry(.withdrawn, at: moment, in: status, zone: zone, by: by, reason: reason))
        guard state.staff.word(of: zone) != nil else { return status }
        return await take(by, reason, at: moment) { $0.withdraw(zone, at: moment) }
    }

    /// Raises an evacuation, or adds zones, a message or a route to one.
    /// - Parameter message: What people are told; the present message stays where it is absent.
    /// - Parameter route: The way out; the present one stays where it is absent.
    /// - Parameter zones: Zones beside those where it holds already; empty for everywhere.
    /// - Parameter reason: Why, for the history.
    @Post("/evacuation", .role("staff"))
    func evacuate(
        @Text(1...500) message: String?, @Text(1...200) route: String?,
        @In(0...65_535) @Count(0...1_024) zones: [Int] = [],
        @Text(1...500) reason: String, _ call: Call
    ) async throws -> Status {
        let (by, moment) = try begin(call, ["message": message, "route": route, "reason": reason])
        let change = evacuation.raise(zones, message: message, route: route, by: by, at: moment)
        record(HistoryEntry(.raised, at: moment, in: status, by: by, reason: reason, message: message))
        log.warning("an evacuation", [("by", by), ("reason", reason)])
        show(change, by, reason, at: moment)
        return await afterwards()
    }

    /// Confirms an evacuation that only beacons have raised.
    /// - Parameter reason: Why, for the history.
    @Post("/evacuation/confirm", .role("staff"), id: "track.evacuation-confirm")
    func confirm(@Text(1...500) reason: String, _ call: Call) async throws -> Status {
        let (by, moment) = try begin(call, ["reason": reason])
        let change = try evacuation.confirm()
        record(HistoryEntry(.confirmed, at: moment, in: status, by: by, reason: reason))
        show(change, by, reason, at: moment)
        return await afterwards()
    }

    /// Takes the first step of clearing an evacuation, and replies the word for the second.
    /// - Parameter reason: Why, for the history.
    @Post("/evacuation/clear", .role("staff"), id: "track.evacuation-clear")
    func beginClearing(@Text(1...500) reason: String, _ call: Call) async throws -> ClearingBegun {
        let (by, moment) = try begin(call, ["reason": reason])
        guard isRestored else { throw TrackRefusal.unread }
        do throws(TrackRefusal) {
            let (clearing, change) = try evacuation.beginClearing(by: by, within: settings.clearWithin, at: moment) {
                var generator = SystemRandomNumberGenerator()
                return SpokenCode.random(using: &generator)
            }
            if !change.isEmpty {
                record(HistoryEntry(.clearingBegan, at: moment, in: status, by: by, reason: reason))
            }
            show(change, by, reason, at: moment)
            schedule()
            return ClearingBegun(
                word: clearing.word, by: by, until: clearing.until.wall, twoPeople: settings.twoPeople)
        } catch { throw refused(error, by, reason, at: moment) }
    }

    /// Clears an evacuation with the word of the first step.
    /// - Parameter word: The word that the first step replied.
    /// - Parameter reason: Why, for the history.
    @Post("/evacuation/cleared", .role("staff"), id: "track.evacuation-cleared")
    func endClearing(@Text(1...64) word: String, @Text(1...500) reason: String, _ call: Call) async throws -> Status {
        let (by, moment) = try begin(call, ["word": word, "reason": reason])
        guard isRestored else { throw TrackRefusal.unread }
        let before = evacuation.clearing
        let clearing: Evacuation.Clearing
        do throws(TrackRefusal) {
            let ended = try evacuation.endClearing(by: by, typing: word, twoPeople: settings.twoPeople, at: moment)
            guard let ended else { return status }
            clearing = ended
        } catch {
            if before != nil, evacuation.clearing == nil {
                show([.isSeen, .endedClearing], by, reason, why: "too many wrong words", at: moment)
            }
            throw refused(error, by, reason, at: moment)
        }
        // Asked twice, it is one step.
        if before?.isEnding == false {
            let entry = HistoryEntry(.cleared, at: moment, in: status, by: by, reason: reason)
            scheduler.act(Clearing(ended: clearing, by: by, reason: reason), entry)
            writeSoon(isUrgent: true)
        }
        await wait { evacuation.clearing.map { $0.isEnding && $0.isSame(as: clearing) } ?? false }
        if isClosed { throw TrackRefusal.ending }
        if evacuation.clearing?.isSame(as: clearing) ?? false { throw TrackRefusal.notCleared }
        guard evacuation.cleared?.word == clearing.word else { throw TrackRefusal.raisedMeanwhile }
        return status
    }

    /// Everything that changed and that staff did, the newest first.
    @Get("/history", .role("staff"))
    func history(_ request: PageRequest) async throws -> Page<HistoryEntry> {
        try await resources.history.page(request, order: .descending(by: "number")) { $0.document }
    }
}

extension TrackBoard {
    /// Checks a request: texts of nothing but spaces say nothing, and nothing is begun that nobody would store.
    private func begin(_ call: Call, _ texts: [String: String?]) throws(TrackRefusal) -> (by: String, at: Moment) {
        let blank = texts.filter { $0.value?.allSatisfy(\.isWhitespace) ?? false }.keys.sorted()
        guard blank.isEmpty else { throw .blank(fields: blank.joined(separator: ", ")) }
        guard !isClosed else { throw .ending }
        // Nobody knows who uses the command line, so that all who do have one name, and are not two people.
        let key = call.caller.origin == .cli ? nil : call.caller.key
        return (key.map { String($0.prefix(200)) } ?? call.caller.origin.description, clock.moment)
    }

    private func take(
        _ by: String, _ reason: String, at moment: Moment, _ change: (inout TrackState) -> TrackState.Outcome
    ) async -> Status {
        act = (by, reason)
        store(isSeen: true, at: moment)
        take(change(&state), at: moment)
        return await afterwards()
    }

    /// Tells people what somebody has changed of an evacuation, if anything.
    private func show(
        _ change: Evacuation.Change, _ by: String, _ reason: String, why: String = "it was raised again",
        at moment: Moment
    ) {
        guard !change.isEmpty else { return }
        act = (by, reason)
        if apply(change, why: why, at: moment) { tell(.urgent, at: moment) }
    }

    private func refused(_ error: TrackRefusal, _ by: String, _ reason: String, at moment: Moment) -> TrackRefusal {
        let answer = error.answer
        record(
            HistoryEntry(.clearingRefused, at: moment, in: status, by: by, reason: reason, message: answer.detail))
        log.warning("refused to clear an evacuation", [("by", by), ("why", answer.code)])
        return error
    }

    /// The status, once what has just been done is published.
    private func afterwards() async -> Status {
        await wait { scheduler.held != nil }
        return status
    }
}

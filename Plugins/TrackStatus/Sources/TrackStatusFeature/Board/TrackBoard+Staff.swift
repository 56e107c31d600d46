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
        let (by, moment) = try begin(call, ["message": request.message, "reason": request.reason])
        guard request.mode != .evacuation else { throw TrackRefusal.evacuationByState }
        if let zone = request.zone, !state.hasRoom(for: zone) { throw TrackRefusal.tooManyZones }
        let word = StaffWord(
            zone: request.zone, mode: request.mode, message: request.message, at: moment.wall,
            until: request.duration.map { moment.wall.advanced(by: $0) })
        var entry = HistoryEntry(
            .said, at: moment, in: status, by: by, reason: request.reason, message: request.message)
        (entry.mode, entry.zone) = (request.mode, request.zone)
        record(entry)
        // What was said already is not stored again; of what ends, the end has moved.
        if var last = state.staff.word(of: word.zone) {
            last.at = word.at
            if last == word { return status }
        }
        return await take(by, request.reason, at: moment) { $0.say(word, at: moment) }
    }

    /// Withdraws what staff said of a zone or of the whole track.
    /// - Parameter zone: The zone; absent for the whole track.
    /// - Parameter reason: Why, for the history.
    @Delete("/state", .role("staff"), id: "track.state-withdraw")
    func withdraw(@In(0...65_535) zone: Int?, @Text(1...500) reason: String, _ call: Call) async throws -> Status {
        let (by, moment) = try begin(call, ["reason": reason])
        var entry = HistoryEntry(.withdrawn, at: moment, in: status, by: by, reason: reason)
        entry.zone = zone
        record(entry)
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
        record(.raised, by: by, reason, message: message, at: moment)
        log.warning("an evacuation", [("by", by), ("reason", reason)])
        changeEvacuation(by, reason, at: moment) { $0.raise(zones, message: message, route: route, at: moment) }
        return await afterwards()
    }

    /// Confirms an evacuation that only beacons have raised.
    /// - Parameter reason: Why, for the history.
    @Post("/evacuation/confirm", .role("staff"), id: "track.evacuation-confirm")
    func confirm(@Text(1...500) reason: String, _ call: Call) async throws -> Status {
        let (by, moment) = try begin(call, ["reason": reason])
        try changeEvacuation(by, reason, at: moment) { evacuation throws(TrackRefusal) in
            try evacuation.confirm()
            record(.confirmed, by: by, reason, at: moment)
        }
        return await afterwards()
    }

    /// Takes the first step of clearing an evacuation, and replies the word for the second.
    /// - Parameter reason: Why, for the history.
    @Post("/evacuation/clear", .role("staff"), id: "track.evacuation-clear")
    func beginClearing(@Text(1...500) reason: String, _ call: Call) async throws -> ClearingBegun {
        let (by, moment) = try begin(call, ["reason": reason])
        let clearing = try clear(by, reason, at: moment) { evacuation throws(TrackRefusal) in
            let before = evacuation.clearing
            let clearing = try evacuation.beginClearing(by: by, within: settings.clearWithin, at: moment) {
                var generator = SystemRandomNumberGenerator()
                return SpokenCode.random(using: &generator)
            }
            if clearing != before { record(.clearingBegan, by: by, reason, at: moment) }
            return clearing
        }
        schedule()
        return ClearingBegun(word: clearing.word, by: by, until: clearing.until.wall, twoPeople: settings.twoPeople)
    }

    /// Clears an evacuation with the word of the first step.
    /// - Parameter word: The word that the first step replied.
    /// - Parameter reason: Why, for the history.
    @Post("/evacuation/cleared", .role("staff"), id: "track.evacuation-cleared")
    func endClearing(@Text(1...64) word: String, @Text(1...500) reason: String, _ call: Call) async throws -> Status {
        let (by, moment) = try begin(call, ["word": word, "reason": reason])
        let isEnding = evacuation.clearing?.isEnding ?? false
        let ended = try clear(by, reason, at: moment) { evacuation throws(TrackRefusal) in
            try evacuation.endClearing(by: by, typing: word, twoPeople: settings.twoPeople, at: moment)
        }
        guard let ended else { return status }
        // Asked twice, it is one step.
        if !isEnding {
            let entry = HistoryEntry(.cleared, at: moment, in: status, by: by, reason: reason)
            scheduler.act(Clearing(ended: ended, by: by, reason: reason), entry)
            writeSoon(isUrgent: true)
        }
        await wait { evacuation.clearing.map { $0.isEnding && $0.isSame(as: ended) } ?? false }
        if isClosed { throw TrackRefusal.ending }
        if evacuation.clearing?.isSame(as: ended) ?? false { throw TrackRefusal.notCleared }
        guard evacuation.cleared?.word == ended.word else { throw TrackRefusal.raisedMeanwhile }
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
        take { state, _ in change(&state) }
        return await afterwards()
    }

    /// Takes a step of clearing, and records where it is refused.
    private func clear<Reply>(
        _ by: String, _ reason: String, at moment: Moment,
        _ step: (inout Evacuation) throws(TrackRefusal) -> Reply
    ) throws(TrackRefusal) -> Reply {
        guard isRestored else { throw .unread }
        do throws(TrackRefusal) {
            return try changeEvacuation(by, reason, why: "too many wrong words", at: moment, step)
        } catch {
            record(.clearingRefused, by: by, reason, message: error.answer.detail, at: moment)
            log.warning("refused to clear an evacuation", [("by", by), ("why", error.answer.code)])
            throw error
        }
    }

    /// The status, once what has just been done is published.
    private func afterwards() async -> Status {
        await wait { scheduler.held != nil }
        return status
    }
}

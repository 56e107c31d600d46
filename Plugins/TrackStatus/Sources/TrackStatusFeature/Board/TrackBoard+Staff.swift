internal import Codes
internal import FeatureKit
internal import Publishing

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
    /// - Parameter mode: What the flags are; evacuations have routes of their own.
    /// - Parameter zone: The zone; absent for the whole track.
    /// - Parameter message: What people are shown.
    /// - Parameter duration: How long it counts; absent until it is withdrawn.
    /// - Parameter reason: Why, for the history.
    @Put("/state", .role("staff"), id: "track.state")
    func say(
        mode: Mode, @In(0...65_535) zone: Int?, @Text(1...500) message: String?,
        @In(.seconds(1) ... .seconds(86_400)) `for` duration: Duration?, @Text(1...500) reason: String, _ call: Call
    ) async throws -> Status {
        let by = try begin(call, ["message": message, "reason": reason])
        guard mode != .evacuation else { throw TrackRefusal.evacuationByState }
        if let zone, !state.hasRoom(for: zone) { throw TrackRefusal.tooManyZones }
        return await act(by, reason) { moment in
            let until = duration.map { moment.wall.advanced(by: $0) }
            let word = StaffWord(zone: zone, mode: mode, message: message, at: moment.wall, until: until)
            record(.said, of: zone, in: mode, by: by, reason, message: message, at: moment)
            store(isSeen: true, at: moment)
            state.say(word, at: moment)
        }
    }

    /// Withdraws what staff said of a zone or of the whole track.
    /// - Parameter zone: The zone; absent for the whole track.
    /// - Parameter reason: Why, for the history.
    @Delete("/state", .role("staff"), id: "track.state-withdraw")
    func withdraw(@In(0...65_535) zone: Int?, @Text(1...500) reason: String, _ call: Call) async throws -> Status {
        let by = try begin(call, ["reason": reason])
        return await act(by, reason) { moment in
            record(.withdrawn, of: zone, by: by, reason, at: moment)
            store(isSeen: true, at: moment)
            state.withdraw(zone, at: moment)
        }
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
        let by = try begin(call, ["message": message, "route": route, "reason": reason])
        log.warning("an evacuation", [("by", by), ("reason", reason)])
        return await act(by, reason) { moment in
            record(.raised, by: by, reason, message: message, at: moment)
            evacuation.raise(zones, message: message, route: route, at: moment)
        }
    }

    /// Confirms an evacuation that only beacons have raised.
    /// - Parameter reason: Why, for the history.
    @Post("/evacuation/confirm", .role("staff"), id: "track.evacuation-confirm")
    func confirm(@Text(1...500) reason: String, _ call: Call) async throws -> Status {
        let by = try begin(call, ["reason": reason])
        return try await act(by, reason) { moment throws(TrackRefusal) in
            try evacuation.confirm()
            record(.confirmed, by: by, reason, at: moment)
        }
    }

    /// Takes the first step of clearing an evacuation, and replies the word for the second.
    /// - Parameter reason: Why, for the history.
    @Post("/evacuation/clear", .role("staff"), id: "track.evacuation-clear")
    func beginClearing(@Text(1...500) reason: String, _ call: Call) async throws -> ClearingBegun {
        let by = try begin(call, ["reason": reason])
        let clearing = try clear(by, reason) { moment throws(TrackRefusal) in
            let last = evacuation.clearing
            let clearing = try evacuation.beginClearing(by: by, within: settings.clearWithin, at: moment) {
                var generator = SystemRandomNumberGenerator()
                return SpokenCode.random(using: &generator)
            }
            if clearing != last { record(.clearingBegan, by: by, reason, at: moment) }
            return clearing
        }
        return ClearingBegun(word: clearing.word, by: by, until: clearing.until.wall, twoPeople: settings.twoPeople)
    }

    /// Clears an evacuation with the word of the first step.
    /// - Parameter word: The word that the first step replied.
    /// - Parameter reason: Why, for the history.
    @Post("/evacuation/cleared", .role("staff"), id: "track.evacuation-cleared")
    func endClearing(@Text(1...64) word: String, @Text(1...500) reason: String, _ call: Call) async throws -> Status {
        let by = try begin(call, ["word": word, "reason": reason])
        let ended = try clear(by, reason) { moment throws(TrackRefusal) in
            let isEnding = evacuation.clearing?.isEnding ?? false
            let ended = try evacuation.endClearing(
                by: by, reason, typing: word, twoPeople: settings.twoPeople, at: moment)
            // Asked twice, it is one step.
            if let ended, !isEnding {
                let entry = HistoryEntry(.cleared, at: moment, in: status, by: by, reason: reason)
                scheduler.act(ended, entry)
                writeSoon(isUrgent: true)
            }
            return ended
        }
        guard let ended else { return status }
        await wait { evacuation.clearing.map { $0.isEnding && $0.isSame(as: ended) } ?? false }
        if isClosed { throw TrackRefusal.ending }
        if evacuation.clearing?.isSame(as: ended) ?? false { throw TrackRefusal.notCleared }
        guard evacuation.cleared == ended.word else { throw TrackRefusal.raisedMeanwhile }
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
    ///
    /// - Returns: Who asks.
    private func begin(_ call: Call, _ texts: [String: String?]) throws(TrackRefusal) -> String {
        let blank = texts.filter { $0.value?.allSatisfy(\.isWhitespace) ?? false }.keys.sorted()
        guard blank.isEmpty else { throw .blank(fields: blank.joined(separator: ", ")) }
        guard !isClosed else { throw .ending }
        // Nobody knows who uses the command line, so that all who do have one name, and are not two people.
        let key = call.caller.origin == .cli ? nil : call.caller.key
        return key.map { String($0.prefix(200)) } ?? call.caller.origin.description
    }

    /// Lets a person change something, and waits until that is published.
    private func act<Failure>(
        _ by: String, _ reason: String, _ change: (Moment) throws(Failure) -> Void
    ) async throws(Failure) -> Status {
        try self.change(by: by, reason, change)
        await wait { scheduler.held != nil }
        return status
    }

    /// Takes a step of clearing, and records where it is refused.
    private func clear<Reply>(
        _ by: String, _ reason: String, _ step: (Moment) throws(TrackRefusal) -> Reply
    ) throws(TrackRefusal) -> Reply {
        guard isRestored else { throw .unread }
        do throws(TrackRefusal) {
            return try change(by: by, reason, ending: "too many wrong words", step)
        } catch {
            record(.clearingRefused, by: by, reason, message: error.answer.detail, at: clock.moment)
            log.warning("refused to clear an evacuation", [("by", by), ("why", error.answer.code)])
            throw error
        }
    }
}

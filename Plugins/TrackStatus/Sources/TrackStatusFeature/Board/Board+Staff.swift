internal import FeatureKit

// What staff does. Whoever asks is answered once it is told, and so as a rule once it is kept.
extension TrackBoard {
    // MARK: - Words

    func set(_ request: SetState, _ call: Call) async throws(RouteError) -> Status {
        try check([("message", request.message), ("reason", request.reason)])
        try begin()
        let moment = clock.moment
        if let zone = request.zone, !state.takes(zone) { throw .tooManyZones(TrackState.mostZones) }
        let by = Person.name(of: call.caller)
        let word = StaffWord(
            mode: request.mode, message: request.message, by: by, at: moment.wall,
            until: request.duration.map { moment.wall.advanced(by: $0) })
        say(word, request.zone, .said, request.reason, by, at: moment)
        return await afterwards()
    }

    func withdraw(_ request: WithdrawState, _ call: Call) async throws(RouteError) -> Status {
        try check([("reason", request.reason)])
        try begin()
        say(nil, request.zone, .withdrawn, request.reason, Person.name(of: call.caller), at: clock.moment)
        return await afterwards()
    }

    private func say(
        _ word: StaffWord?, _ zone: Int?, _ what: HistoryEntry.What, _ reason: String, _ by: String, at moment: Moment
    ) {
        record(what, zone: zone, by: by, reason: reason, message: word?.message, said: word?.mode, at: moment)
        // What was said already needs no second write; of what is over in a while the end has moved.
        let last = state.staff.word(of: zone)
        guard
            last.map({ ($0.mode, $0.message, $0.by, $0.until) != (word?.mode, word?.message, word?.by, word?.until) })
                ?? (word != nil)
        else { return }
        act = (by, reason)
        keeping.change(isSeen: true, at: moment.uptime)
        work.ring()
        hurry.ring()
        take(state.say(word, zone: zone, at: moment), at: moment)
    }

    // MARK: - Evacuations

    func evacuate(_ request: RaiseEvacuation, _ call: Call) async throws(RouteError) -> Status {
        try check([("message", request.message), ("route", request.route), ("reason", request.reason)])
        try begin()
        let (moment, by) = (clock.moment, Person.name(of: call.caller))
        let change = evacuation.raise(
            Extent(zones: Set(request.zones)), message: request.message, route: request.route, by: by, at: moment)
        record(.raised, by: by, reason: request.reason, message: request.message, at: moment)
        log.warning("an evacuation", [("by", by), ("reason", request.reason)])
        tell(change, by, request.reason, at: moment)
        return await afterwards()
    }

    func confirm(_ request: WithReason, _ call: Call) async throws(RouteError) -> Status {
        try check([("reason", request.reason)])
        try begin()
        let (moment, by) = (clock.moment, Person.name(of: call.caller))
        let change = try evacuation.confirm()
        record(.confirmed, by: by, reason: request.reason, at: moment)
        tell(change, by, request.reason, at: moment)
        return await afterwards()
    }

    // MARK: - Clearing

    func beginClearing(_ request: WithReason, _ call: Call) async throws(RouteError) -> ClearingBegun {
        try check([("reason", request.reason)])
        try begin()
        guard knows else { throw .unread }
        let (moment, by) = (clock.moment, Person.name(of: call.caller))
        do {
            let (clearing, change) = try evacuation.beginClearing(by: by, within: settings.clearWithin, at: moment) {
                var generator = SystemRandomNumberGenerator()
                return ClearingWord.random(using: &generator)
            }
            if !change.isEmpty { record(.clearingBegan, by: by, reason: request.reason, at: moment) }
            tell(change, by, request.reason, at: moment)
            setAlarm()
            return ClearingBegun(
                word: clearing.word, by: by, until: clearing.until.wall, twoPeople: settings.twoPeople)
        } catch { throw refused(error, by, request.reason, at: moment) }
    }

    func endClearing(_ request: EndClearing, _ call: Call) async throws(RouteError) -> Status {
        try check([("word", request.word), ("reason", request.reason)])
        try begin()
        guard knows else { throw .unread }
        let (moment, by) = (clock.moment, Person.name(of: call.caller))
        let before = evacuation.clearing
        do {
            let step = try evacuation.endClearing(
                by: by, typing: request.word, twoPeople: settings.twoPeople, at: moment)
            guard step == .isToBeKept, let clearing = evacuation.clearing else { return status }
            // Asked twice, it is one step.
            if before?.isEnding == false {
                let entry = entry(.cleared, by: by, reason: request.reason, at: moment)
                keeping.clear(Write.Clearing(ended: clearing, by: by, entry: entry))
                work.ring()
                hurry.ring()
            }
        } catch {
            // The fifth wrong word ends it, and people see that.
            if before != nil, evacuation.clearing == nil {
                record(.clearingEnded, at: moment)
                show(at: moment)
                tell(.urgent, at: moment)
            }
            throw refused(error, by, request.reason, at: moment)
        }
        if let refusal = await withCheckedContinuation({ clearers.append($0) }) { throw refusal }
        return status
    }

    /// Notes that somebody was refused to clear an evacuation.
    private func refused(_ error: RouteError, _ by: String, _ reason: String, at moment: Moment) -> RouteError {
        record(.clearingRefused, by: by, reason: reason, message: error.detail, at: moment)
        log.warning("refused to clear an evacuation", [("by", by), ("why", error.code)])
        return error
    }

    // MARK: - What they have in common

    /// Tells people what somebody has changed of an evacuation, if anything.
    private func tell(_ change: Evacuation.Change, _ by: String, _ reason: String, at moment: Moment) {
        guard !change.isEmpty else { return }
        act = (by, reason)
        if apply(change, at: moment) { tell(.urgent, at: moment) }
    }

    /// Texts of nothing but spaces say nothing; all of them are told at once.
    private func check(_ texts: [(String, String?)]) throws(RouteError) {
        let blank = texts.filter { $0.1?.allSatisfy(\.isWhitespace) ?? false }.map(\.0)
        guard blank.isEmpty else { throw .blank(blank) }
    }

    /// Nothing is begun that nobody would write down any more.
    private func begin() throws(RouteError) {
        guard !isClosed else { throw .ending }
    }

    /// The status, once people are told of what has just been done.
    private func afterwards() async -> Status {
        setAlarm()
        if keeping.held != nil { await withCheckedContinuation { heldBack.append($0) } }
        return status
    }
}

extension StaffWords {
    /// What staff say of a zone alone, or of the whole track.
    func word(of zone: Int?) -> StaffWord? {
        guard let zone else { return track?.word }
        return zones[zone]?.word
    }
}

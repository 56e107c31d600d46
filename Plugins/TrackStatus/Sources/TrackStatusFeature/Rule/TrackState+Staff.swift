internal import FeatureKit

extension TrackState {
    /// Takes what staff say of a zone or of the whole track, or takes it back.
    ///
    /// Nothing that was left over of what others said counts beside it. Of what is taken back nothing is left.
    mutating func say(_ word: StaffWord?, zone: Int?, at moment: Moment) -> Outcome {
        var turn = begin(at: moment)
        turn.outcome.isRefreshed = true
        if let zone, let word { _ = makePlace(for: zone, in: word.mode, at: moment) }
        staff.say(word, of: zone, at: moment)
        // Other zones may give way from now on.
        leastPlaces = LeastFirst()
        // A word may be over as soon as it is said.
        _ = staff.forget(at: moment)
        if word == nil {
            decideAll(at: moment) { $0.source == .staff }
        } else {
            if staff.word(of: zone) != nil { answer(zone, at: moment) }
            if zone == nil { dropStaleSectors() }
            decideAll(at: moment)
        }
        return end(turn)
    }

    /// Takes away the red flags of before that stayed though nobody says so any more.
    private mutating func answer(_ zone: Int?, at moment: Moment) {
        for zone in zone.map({ [$0] }) ?? Array(places.keys) {
            places[zone]?.answered = moment.uptime
            places[zone]?.recalled = nil
        }
        if zone == nil { (rest.answered, rest.recalled) = (moment.uptime, nil) }
    }

    /// Whether there is room for what staff may say of a zone.
    func takes(_ zone: Int) -> Bool {
        places[zone] != nil || places.count < Self.mostZones || places.keys.contains(where: mayGiveWay)
    }

    private mutating func dropStaleSectors() {
        guard sectors.contains(where: { $0.value.verdict.isStale }) else { return }
        sectors = sectors.filter { !$0.value.verdict.isStale }
        move()
    }
}

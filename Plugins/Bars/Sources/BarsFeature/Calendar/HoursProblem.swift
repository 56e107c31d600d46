/// Everything that is wrong with the shifts and the zone of the settings.
struct HoursProblem: Error, Equatable {
    enum Kind: Equatable {
        case zone(ZoneProblem)
        /// What starts at no time of a day.
        case notATime(shift: String, starts: String)
        case twice(shift: String)
    }

    let problems: [Kind]
}

extension HoursProblem.Kind {
    /// What is wrong with shifts, in their order.
    static func all(of shifts: [Shift]) -> [Self] {
        var seen: Set<String> = []
        return shifts.flatMap { shift -> [Self] in
            (seen.insert(shift.id).inserted ? [] : [.twice(shift: shift.id)])
                + (shift.secondOfDay == nil ? [.notATime(shift: shift.id, starts: shift.starts)] : [])
        }
    }
}

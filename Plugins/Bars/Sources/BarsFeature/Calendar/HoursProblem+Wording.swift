extension HoursProblem: CustomStringConvertible {
    var description: String { problems.map(\.description).joined(separator: "; ") }
}

extension HoursProblem.Kind: CustomStringConvertible {
    var description: String {
        switch self {
        case .zone(let problem): "zone: \(problem)"
        case .notATime(let shift, let starts):
            "shifts: \(shift) starts at \"\(starts)\", which is no time such as 14:00"
        case .twice(let shift): "shifts: there are two that are called \(shift)"
        }
    }
}

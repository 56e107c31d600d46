internal import Glibc

extension ZoneProblem: CustomStringConvertible {
    var description: String {
        switch kind {
        case .notAName: "a time zone is called something like Europe/Madrid, not \"\(name)\""
        case .unknown: "this machine knows no time zone \"\(name)\""
        case .unreadable(let code): "the time zone \"\(name)\" can't be read: \(unsafe String(cString: strerror(code)))"
        case .damaged(let damage): "the time zone \"\(name)\" can't be used: \(damage)"
        }
    }
}

extension ZoneDamage: CustomStringConvertible {
    var description: String {
        switch self {
        case .noZone: "its file is not of the tz database"
        case .version: "its file is of a version that is not known here; 1 to 4 are"
        case .counts: "its file says that there is more or less in it than there can be"
        case .cut: "its file ends too early"
        case .more: "its file goes on where it should end"
        case .order: "its file has moments out of order"
        case .type: "its file has an offset that no clock has, or that is missing"
        case .leapSeconds: "it counts leap seconds"
        case .rule: "the rule at the end of its file can't be followed"
        case .tooLarge: "its file has more than \(TZif.mostBytes) bytes"
        }
    }
}

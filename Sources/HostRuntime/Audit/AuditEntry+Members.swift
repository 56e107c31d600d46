internal import FeatureKit

/// The members of the record that an entry becomes.
extension AuditEntry {
    /// - Parameters:
    ///   - through: The newest revision that has a record, with this one.
    ///   - lost: How many entries before it were dropped, since the disk had been full for too long.
    func members(through: Int?, lost: Int) -> Members {
        var members: Members = ["at": .text("\(at)"), "deed": .text(action.name)]
        members["target"] = .text(target.cut(to: AuditLimits.target))
        if let author {
            for (name, value) in author.written(as: "by") {
                if case .text(let text) = value {
                    members[name] = .text(text.cut(to: AuditLimits.name))
                } else {
                    members[name] = value
                }
            }
        }
        members["reason"] = reason.map { .text($0.cut(to: AuditLimits.reason)) }
        members["before"] = before.map(Self.bounded)
        members["after"] = after.map(Self.bounded)
        if let differences {
            let told = Self.fitting(differences.list)
            members["differences"] = .list(told)
            members["more"] = .integer(Int64(differences.dropped + differences.list.count - told.count))
        }
        members["until"] = until.map { .text("\($0)") }
        if isForced { members["forced"] = true }
        members["revision"] = revision.map { .integer(Int64($0)) }
        if let seal {
            members["cause"] = .text(seal.cause.cut(to: AuditLimits.target))
            members["content"] = .text(seal.hash)
        }
        if isLate { members["late"] = true }
        if lost > 0 { members["lost"] = .integer(Int64(lost)) }
        members["through"] = through.map { .integer(Int64($0)) }
        return members
    }

    /// The first differences that a record has room for.
    private static func fitting(_ differences: [Difference]) -> [Value] {
        var room = AuditLimits.differenceBytes
        var told: [Value] = []
        for difference in differences.prefix(AuditLimits.differences) {
            var members: Members = ["path": .text(Difference.text(of: difference.path).cut(to: AuditLimits.target))]
            members["old"] = difference.old.map { bounded($0, AuditLimits.differenceValue) }
            members["new"] = difference.new.map { bounded($0, AuditLimits.differenceValue) }
            room -= Value.object(members).json.utf8.count
            guard room >= 0 else { break }
            told.append(.object(members))
        }
        return told
    }

    private static func bounded(_ value: Value) -> Value { bounded(value, AuditLimits.value) }

    /// The value, or only its size if it is too large.
    private static func bounded(_ value: Value, _ most: Int) -> Value {
        let count = value.json.utf8.count
        return count <= most ? value : ["bytes": .integer(Int64(count))]
    }
}

extension String {
    /// The text; one that is too long is cut and ends with `…`.
    fileprivate func cut(to most: Int) -> String {
        guard utf8.count > most, unicodeScalars.count > most else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(most - 1))) + "…"
    }
}

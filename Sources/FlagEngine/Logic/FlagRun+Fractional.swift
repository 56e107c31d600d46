extension FlagRun {
    /// `fractional`: the variant for the part of the people that the caller belongs to, else null.
    mutating func fractional(_ step: Step, in scope: Operand) -> Operand {
        let arguments = list(step, in: scope)
        guard fault == nil, arguments.count > 0, let bucketing = Bucketing(generation: step.operand.integer) else {
            return .null
        }
        let head = cell(0, of: arguments).value
        let isImplicit = bucketing == .v3 ? head.kind == .list : head.kind != .text
        // Before v3 a null is an attribute that is not there, and the caller's key counts.
        let first = !isImplicit || head.kind == .null ? 1 : 0
        guard bucketing != .v3 || head.kind != .null,
            mayRead(head.kind == .text ? head.count : 0), let total = weights(of: arguments, from: first, bucketing),
            let hash = isImplicit ? hashOfKey(step, bucketing) : hash(nil, head, bucketing)
        else { return .null }
        return bucketing == .v1
            ? chooseByPercentage(arguments, from: first, total, hash)
            : chooseByPlace(arguments, from: first, total, hash)
    }

    private mutating func hashOfKey(_ step: Step, _ bucketing: Bucketing) -> UInt32? {
        guard let caller = attribute(step.attribute, of: root), caller.kind == .text, caller.count > 0 else {
            return nil
        }
        return hash(key, caller, bucketing)
    }

    /// The sum of the weights; nil where an entry is none or the sum makes no sense.
    private func weights(of entries: Operand, from first: Int, _ bucketing: Bucketing) -> Int64? {
        var total: Int64 = 0
        for index in first..<entries.count {
            let entry = cell(index, of: entries).value
            guard entry.kind == .list, entry.count > 0, let weight = weight(of: entry, bucketing) else { return nil }
            total &+= weight
            guard total.magnitude <= Self.greatestWeight else { return nil }
        }
        return bucketing == .v1 || total > 0 ? total : nil
    }

    private static var greatestWeight: Int64 { 2_147_483_647 }

    private func weight(of entry: Operand, _ bucketing: Bucketing) -> Int64? {
        let weight = entry.count > 1 ? cell(1, of: entry).value : .null
        let whole: Int64?
        switch weight.kind {
        case .null: return 1
        case .integer: whole = weight.integer
        case .number: whole = Int64(exactly: bucketing == .v1 ? weight.number.rounded(.towardZero) : weight.number)
        default: return nil
        }
        guard let whole, whole <= Self.greatestWeight else { return nil }
        return bucketing == .v1 ? (whole >= -Self.greatestWeight ? whole : nil) : max(0, whole)
    }

    /// From v2 on: the hash's part of 2³² is the caller's part of the weights.
    private func chooseByPlace(_ entries: Operand, from first: Int, _ total: Int64, _ hash: UInt32) -> Operand {
        let place = Int64((UInt64(hash) &* UInt64(total)) &>> 32)
        var end: Int64 = 0
        for index in first..<entries.count {
            let entry = cell(index, of: entries).value
            end &+= weight(of: entry, .v2) ?? 0
            if place < end { return cell(0, of: entry).value }
        }
        return .null
    }

    /// Up to v1: the hash's amount as a part of a hundred; who lies beyond the last entry gets no variant's name.
    private func chooseByPercentage(_ entries: Operand, from first: Int, _ total: Int64, _ hash: UInt32) -> Operand {
        let place = abs(Double(Int32(bitPattern: hash))) / Double(Int32.max) * 100
        var end = 0.0
        for index in first..<entries.count {
            let entry = cell(index, of: entries).value
            if total != 0 { end += 100 * Double(weight(of: entry, .v1) ?? 0) / Double(total) }
            if place < end { return cell(0, of: entry).value }
        }
        return .text(in: .scratch, start: 0, count: 0)
    }
}

extension Bucketing {
    /// Its number, as steps hold it.
    var generation: Int {
        switch self {
        case .v1: 1
        case .v2: 2
        case .v3: 3
        }
    }

    fileprivate init?(generation: Int64) {
        switch generation {
        case 1: self = .v1
        case 2: self = .v2
        case 3: self = .v3
        default: return nil
        }
    }
}

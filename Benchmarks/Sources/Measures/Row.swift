package import FeatureKit

/// One line of the table: a thing that was measured, its bar, and its peer in the same run.
package struct Row: Sendable {
    /// The other side, measured in turns with ours.
    package struct Peer: Sendable {
        package let name: String
        package let sample: Sample
        /// How many times the peer's figure ours should not exceed; a goal, no bar.
        package let goal: Double?

        package init(name: String, sample: Sample, goal: Double? = nil) {
            self.name = name
            self.sample = sample
            self.goal = goal
        }
    }

    /// What of a sample is held against the bar.
    package enum Figure: Sendable {
        case median
        case percentile(Double)

        package func value(of sample: Sample) -> Double {
            switch self {
            case .median: sample.median
            case .percentile(let percent): sample.percentile(percent)
            }
        }

        package var name: String {
            switch self {
            case .median: "median"
            case .percentile(let percent): "p\(Int(percent))"
            }
        }
    }

    package let name: String
    package let unit: String
    package let figure: Figure
    package let ours: Sample
    /// What our figure must not exceed; nil where it is only shown.
    package let bar: Double?
    package let peer: Peer?

    package init(
        _ name: String, unit: String, _ figure: Figure = .median, ours: Sample, bar: Double?, peer: Peer? = nil
    ) {
        self.name = name
        self.unit = unit
        self.figure = figure
        self.ours = ours
        self.bar = bar
        self.peer = peer
    }

    package var value: Double { figure.value(of: ours) }
    package var meetsBar: Bool { bar.map { value <= $0 } ?? true }

    /// How many times the peer's figure ours is.
    package var ratio: Double? {
        guard let peer, case let other = figure.value(of: peer.sample), other > 0 else { return nil }
        return value / other
    }

    package var meetsGoal: Bool? {
        guard let goal = peer?.goal, let ratio else { return nil }
        return ratio <= goal
    }

    /// The row for `latest.json`.
    package var json: Value {
        var members: [(String, Value)] = [
            ("name", .text(name)), ("unit", .text(unit)), ("figure", .text(figure.name)), ("ours", ours.json),
            ("value", .number(value)), ("bar", bar.map(Value.number) ?? .null), ("meetsBar", .boolean(meetsBar)),
        ]
        if let peer {
            members.append(("peer", .object(Members([("name", .text(peer.name)), ("sample", peer.sample.json)]))))
        }
        if let ratio { members.append(("ratio", .number(ratio))) }
        if let goal = peer?.goal { members.append(("goal", .number(goal))) }
        return .object(Members(members))
    }
}

extension Sample {
    fileprivate var json: Value {
        .object(
            Members([
                ("median", .number(median)), ("min", .number(smallest)), ("max", .number(largest)),
                ("count", .integer(Int64(sorted.count))),
            ]))
    }
}

internal import FeatureKit
internal import JSON

extension ProofEvent {
    /// The event as one line, with its end.
    package var line: [UInt8] { Array((value.json + "\n").utf8) }

    /// Reads a line without its end; nil where it is something else.
    package init?(line: some Collection<UInt8>) {
        guard let value = try? Value(json: Array(line), limits: .none) else { return nil }
        self.init(value)
    }

    private var value: Value {
        switch self {
        case .planned(let plan): ["planned": plan.value]
        case .begins(let id): ["begins": .text(id)]
        case .ends(let id, .passed, let duration): ["ends": .text(id), "took": .nanoseconds(duration)]
        case .ends(let id, .failed(let text), let duration):
            ["ends": .text(id), "took": .nanoseconds(duration), "failed": .text(text)]
        case .done: ["done": true]
        }
    }

    private init?(_ value: Value) {
        guard case .object(let members) = value, let kind = members.names.first else { return nil }
        switch (kind, members[kind]) {
        case ("planned", let plan?):
            guard let plan = ProofPlan(plan) else { return nil }
            self = .planned(plan)
        case ("begins", .text(let id)?): self = .begins(id)
        case ("ends", .text(let id)?):
            guard case .integer(let took)? = members["took"] else { return nil }
            let verdict: ProofVerdict
            switch members["failed"] {
            case nil: verdict = .passed
            case .text(let text)?: verdict = .failed(text)
            default: return nil
            }
            self = .ends(id, verdict, .nanoseconds(took))
        case ("done", true): self = .done
        default: return nil
        }
    }
}

extension ProofPlan {
    fileprivate var value: Value {
        let cases = cases.map { one -> Value in
            ["id": .text(one.id), "group": .text(one.group), "name": .text(one.name)]
        }
        let remarks = remarks.map { remark -> Value in
            ["error": .boolean(remark.isError), "text": .text(remark.text)]
        }
        return ["version": version.map(Value.text) ?? .null, "cases": .list(cases), "remarks": .list(remarks)]
    }

    fileprivate init?(_ value: Value) {
        guard case .list(let cases)? = value["cases"], case .list(let remarks)? = value["remarks"] else { return nil }
        self.init(
            version: value["version"]?.plainText,
            cases: cases.compactMap { one in
                guard let id = one["id"]?.plainText, let group = one["group"]?.plainText,
                    let name = one["name"]?.plainText
                else { return nil }
                return ProofCase(id: id, group: group, name: name)
            },
            remarks: remarks.compactMap { remark in
                guard case .boolean(let isError)? = remark["error"], let text = remark["text"]?.plainText else {
                    return nil
                }
                return Remark(isError: isError, text)
            })
        guard self.cases.count == cases.count, self.remarks.count == remarks.count else { return nil }
    }
}

extension Value {
    fileprivate static func nanoseconds(_ duration: Duration) -> Value {
        let (seconds, attoseconds) = duration.components
        return .integer(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

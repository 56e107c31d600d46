/// A named condition as it is evaluated.
struct CompiledSegment: Sendable {
    /// Its step; nil where it has an error.
    let step: UInt32?
    /// How deep the conditions inside lie in one another.
    let depth: Int
}

extension ProgramBuilder {
    /// Compiles the named conditions; of two with one name that of the later set counts.
    mutating func compile(_ definitions: [SegmentDefinition]) -> [String: CompiledSegment] {
        let named = Dictionary(definitions.map { ($0.name, $0) }) { _, later in later }
        var order = DependencyOrder(names: named.keys.sorted()) { name in
            named[name]?.condition.segments.filter { named[$0] != nil } ?? []
        }
        order.sort()
        for cycle in order.cycles {
            report(.segmentCycle(cycle), at: cycle.first.flatMap { named[$0]?.place })
        }
        // Those that have an error are known too, so that nobody is told that they are not there.
        var segments = named.mapValues { _ in CompiledSegment(step: nil, depth: 0) }
        for name in order.sorted {
            guard let definition = named[name] else { continue }
            let step = compile(definition.condition, segments: segments)
            segments[name] = CompiledSegment(
                step: step.map { add([$0]).first }, depth: depth(of: definition.condition, segments))
        }
        return segments
    }
}

extension Condition {
    /// The segments it names.
    var segments: [String] {
        switch self {
        case .all(let conditions, _), .any(let conditions, _): conditions.flatMap(\.segments)
        case .not(let condition, _): condition.segments
        case .segment(let name, _): [name]
        case .clause: []
        }
    }
}

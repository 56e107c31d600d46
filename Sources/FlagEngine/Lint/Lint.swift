package import FeatureKit

/// Finds what is allowed but probably not intended.
package enum Lint {
    /// The remarks on all compiled flags and on segments, by place; those that a flag silences are left out.
    ///
    /// - Parameters:
    ///   - source: The definitions that the program was compiled from; flags with errors get no remarks.
    ///   - today: The time that expiry is compared with.
    package static func remarks(of source: FlagDefinitions, _ program: FlagProgram, today: Timestamp) -> [FlagProblem] {
        let segments = source.sets.flatMap(\.segments)
        let named = Dictionary(segments.map { ($0.name, $0) }) { _, later in later }
        var remarks: [FlagProblem] = []
        for definition in program.definitions {
            var linter = FlagLinter(definition, segments: named.mapValues(\.condition))
            linter.look(at: program, today: today)
            remarks += linter.remarks
        }
        let used = usedSegments(by: program.definitions, named)
        for segment in named.values where !used.contains(segment.name) {
            remarks.append(FlagProblem(.remark(.unusedSegment(segment.name)), .warning, flag: nil, at: segment.place))
        }
        return remarks.sorted { ($0.place?.order ?? ("", 0, 0)) < ($1.place?.order ?? ("", 0, 0)) }
    }

    /// The segments that flags name, and those that these name.
    private static func usedSegments(
        by flags: [FlagDefinition], _ segments: [String: SegmentDefinition]
    ) -> Set<String> {
        var used: Set<String> = []
        var waiting = flags.flatMap { flag -> [String] in
            guard case .rules(let rules) = flag.targeting else { return [] }
            return rules.flatMap { $0.condition?.segments ?? [] }
        }
        while let name = waiting.popLast() {
            guard used.insert(name).inserted else { continue }
            waiting += segments[name]?.condition.segments ?? []
        }
        return used
    }
}

extension FlagPlace {
    fileprivate var order: (String, Int, Int) { (file, line, column) }
}

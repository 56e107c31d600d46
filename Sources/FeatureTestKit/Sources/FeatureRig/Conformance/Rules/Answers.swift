@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    static let answers = ConformanceRule("answers", "answers every valid request") { subject in
        try await subject.whileActive { rig, traffic in
            var problems = await traffic.answerProblems()
            problems += [rig.state.complaint(after: "it was asked everything")].compactMap(\.self)
            return problems
        }
    }
}

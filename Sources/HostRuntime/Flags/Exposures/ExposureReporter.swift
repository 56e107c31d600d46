@_spi(Hosting) package import FeatureKit
package import FlagEngine

/// Reports exposures and remembers recent ones, so that few are reported twice; each loop or thread has one of its own.
package struct ExposureReporter: Sendable {
    private let exposures: Exposures
    private let clock: any ClockSource
    private var filter = ExposureFilter()

    package init(_ exposures: Exposures, clock: any ClockSource) {
        self.exposures = exposures
        self.clock = clock
    }

    /// Reports an evaluation that a rule or a split decided, if it is in the sample and was not reported recently.
    ///
    /// - Parameters:
    ///   - key: The person's key; evaluated only for what is reported.
    ///   - now: The time, in seconds since 1970.
    package mutating func tell(
        _ evaluation: Evaluation, of program: FlagProgram, to person: ExposedPerson?, key: @autoclosure () -> String?,
        now: Int64
    ) {
        guard evaluation.reason == .split || evaluation.reason == .targetingMatch, let person,
            let variant = evaluation.variant
        else { return }
        guard person.isSampled(program, evaluation.flag),
            filter.isNews(person, flag: evaluation.flag, variant: variant, revision: program.revision, now: now),
            let key = key()
        else { return }
        let flag = program.flags[evaluation.flag]
        exposures.take(
            FlagExposure(
                flag: flag.key, variant: flag.variants[variant].name, reason: evaluation.reason.rawValue,
                key: key, revision: Int(clamping: program.revision), at: clock.now))
    }
}

extension ExposedPerson {
    /// Whether they belong to a flag's sample; most flags have everybody in it.
    fileprivate func isSampled(_ program: FlagProgram, _ flag: Int) -> Bool {
        let part = program.flags[flag].sampling
        return part >= 1 || isSampled(program.flags[flag].key, part)
    }
}

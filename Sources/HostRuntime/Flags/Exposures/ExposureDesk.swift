@_spi(Hosting) package import FeatureKit
package import FlagEngine

/// Tells of those who were given a variant because of who they are; one for each loop or thread, since it remembers
/// whom it told of.
package struct ExposureDesk: Sendable {
    private let exposures: Exposures
    private let clock: any ClockSource
    private var filter = ExposureFilter()

    package init(_ exposures: Exposures, clock: any ClockSource) {
        self.exposures = exposures
        self.clock = clock
    }

    /// Tells of an evaluation, where it was a split or targeted, is one of the sample and was not told of lately.
    ///
    /// - Parameters:
    ///   - key: Of the person; asked for only where it is told, as mostly it is not.
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

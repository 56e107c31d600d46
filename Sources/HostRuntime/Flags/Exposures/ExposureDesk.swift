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
    /// - Parameter now: The time, in seconds since 1970.
    package mutating func tell(
        _ evaluation: Evaluation, of program: FlagProgram, to person: ExposedPerson?, now: Int64
    ) {
        guard evaluation.reason == .split || evaluation.reason == .targetingMatch, let person,
            let variant = evaluation.variant
        else { return }
        let flag = program.flags[evaluation.flag]
        guard person.isSampled(flag.key, flag.sampling),
            filter.isNews(person, flag: evaluation.flag, variant: variant, revision: program.revision, now: now)
        else { return }
        exposures.take(
            FlagExposure(
                flag: flag.key, variant: flag.variants[variant].name, reason: evaluation.reason.rawValue,
                key: person.key, revision: Int(clamping: program.revision), at: clock.now))
    }
}

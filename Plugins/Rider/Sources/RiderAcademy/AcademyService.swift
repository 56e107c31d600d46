package import FeatureKit

/// What the academy asks of the module that it is part of.
package protocol RiderFacts: Sendable {
    /// What the links of certificates begin with.
    var webLink: String { get }
}

/// What the routes of the academy share.
@Resources package struct AcademyService: Sendable {
    let store: Store
    let clock: FeatureClock

    let courses: StoredCollection<Course>
    let lessons: StoredCollection<Lesson>
    let events: StoredCollection<LessonEvent>
    let attempts: StoredCollection<Attempt>
    let certificates: StoredCollection<Certificate>

    let facts: any RiderFacts

    /// The routes, in groups.
    package static let groups = [academyRoutes, quizRoutes, certificateRoutes]
    /// Why it refuses.
    package static let refusals: [any Refusal.Type] = [AcademyRefusal.self]
}

package import FeatureKit
internal import Learning
internal import NotificationsContracts
package import Texts

/// What the academy asks of the module that it is part of.
package protocol RiderFacts: Sendable {
    /// What the links of certificates begin with.
    var webLink: String { get }
    /// The name by which a franchise knows somebody; nil where none does.
    func name(of person: String, _ snapshot: StoreSnapshot) throws -> String?
    /// Whether somebody is a rider of a franchise that another one manages.
    func isRider(_ person: String, ofManager manager: String, _ snapshot: StoreSnapshot) throws -> Bool
}

/// What the routes of the academy share.
@Resources package struct AcademyService: Sendable {
    let store: Store
    let clock: FeatureClock
    let bus: Bus

    let courses: StoredCollection<Course>
    let lessons: StoredCollection<Lesson>
    let work: StoredCollection<StudentWork>
    let attempts: StoredCollection<Attempt>
    let certificates: StoredCollection<Certificate>

    let facts: any RiderFacts
    let texts: TextCatalogue

    private static let groups = [courseRoutes, lessonRoutes, progressRoutes, quizRoutes, certificateRoutes]
    /// What the module declares for it.
    package static let allContracts = contracts + groups.flatMap(\.contracts) + [.requests(.accountContact)]
    /// Why it refuses.
    package static let refusals: [any Refusal.Type] = [AcademyRefusal.self, QuizRefusal.self]

    /// Opens what it keeps.
    package init(_ context: FeatureContext, for facts: any RiderFacts) throws {
        let texts = try TextCatalogue(["es": PackageResources.es_txt, "en": PackageResources.en_txt])
        try self.init(context, facts: facts, texts: texts)
    }

    /// Serves all routes.
    package func serve(on routes: Routes) throws {
        for group in Self.groups { try group.serve(by: self, on: routes) }
    }

    /// How many courses somebody completed.
    package func completedCourses(of person: String, _ snapshot: StoreSnapshot) throws -> Int {
        try snapshot.all(courses, where: Course.isActive).count {
            try progress(of: person, in: $0.key, snapshot).completedAt != nil
        }
    }
}

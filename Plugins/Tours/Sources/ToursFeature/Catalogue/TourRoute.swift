internal import FeatureKit
internal import Media
internal import TourFiles

/// A walk along stops.
@Record @Collection("routes", .on(\.state), .on(\.author), person: .anonymises(\.author))
struct TourRoute: Equatable {
    /// Whether people see the route.
    enum State: String, CaseIterable, Shaped { case draft, inReview, published }

    /// The name of the route.
    @Public @Editable @Text(1...200) var name: String
    /// What the route is about.
    @Public @Editable @Text(0...4_000) var description = ""
    /// The city that the route lies in.
    @Public @Editable @Text(1...100) var city: String
    /// The part of the city.
    @Public @Editable @Text(0...100) var neighborhood = ""
    /// How long the walk takes, in minutes.
    @Public @Editable @In(0...1_440) var durationMinutes = 0
    /// How long the way is, in kilometres.
    @Public @Editable @In(0.0...1_000.0) var distanceKm: Double = 0
    /// How hard the walk is.
    @Public @Editable var difficulty: Difficulty = .easy
    /// The language that the route was written in.
    @Public @Editable var language: TourLanguage = .es
    /// Where a small picture of the route lies.
    @Public @Editable @Text(0...500) var thumbnailUrl = ""
    /// Where the walk starts.
    @Public @Editable var startLocation: NamedPlace
    /// Where the walk ends.
    @Public @Editable var endLocation: NamedPlace
    /// What the shop grants to those who buy the route; without it the route is free.
    @Public @Editable @Text(1...100) var grant: String?
    /// Whether people see the route.
    @Public var state: State = .draft
    /// How many stops the route has.
    @Public @In(0...TourRoute.mostStops) var numStops = 0
    /// When the route was added.
    @Public var createdAt: Timestamp
    /// When the route or one of its stops was changed last.
    @Public var updatedAt: Timestamp
    /// The key of who wrote the route; absent for those of staff.
    @Text(1...256) var author: String?

    /// How many stops a route has at most.
    static let mostStops = 200
}

/// A place on a route where something is told.
@Record @Collection("stops", .on(\.route, \.order), .near(\.place))
struct Stop: Equatable {
    /// The route that the stop is on.
    @Public var route: ID<TourRoute>
    /// The place of the stop on the route, from 1 on.
    @Public @In(1...1_000) var order: Int
    /// The name of the stop.
    @Public @Editable @Text(1...200) var name: String
    /// What is there; it is spoken where no script is.
    @Public @Editable @Text(0...2_000) var description = ""
    /// What the stop is about, such as historia, cultura or gastronomía.
    @Public @Editable @Text(0...60) var category = ""
    /// Where the stop is.
    @Public @Editable var place: GeoPoint
    /// How near somebody has to come, in metres.
    @Public @Editable @In(5.0...500.0) var triggerRadiusMeters: Double = 25
    /// How long the sound is, in seconds.
    @Public @Editable @In(0...7_200) var audioDurationSeconds = 0
    /// Where a picture of the stop lies.
    @Public @Editable @Text(0...500) var imageUrl = ""
    /// What is told, by language; only those who may walk the route see it.
    @Editable @Text(0...2_000) @Count(0...10) var scripts: [String: String] = [:]
    /// Something amusing.
    @Public @Editable @Text(0...2_000) var funFact = ""
    /// The recorded sound; without it the script is spoken.
    @Public var sound: StopSound?
    /// The facts of its picture, which lies at `…/picture`.
    @Public var picture: StoredImage?
    /// The languages in which it was spoken ahead, each with a digest of the text.
    @Count(0...10) var spoken: [String: String] = [:]

    /// What is spoken and in which language: the script in one of these languages, the first that there is; else the
    /// description, which is written in the last one.
    func spoken(in languages: [TourLanguage]) -> (text: String, language: TourLanguage) {
        for language in languages + TourLanguage.allCases {
            if let script = scripts[language.rawValue], !script.isEmpty { return (script, language) }
        }
        return (description.isEmpty ? name : description, languages.last ?? .es)
    }

    /// Which languages no script is in.
    ///
    /// - Parameter place: Where in the request the stop stands.
    func problems(at place: ValuePath = ValuePath()) -> [RequestProblem] {
        let known = TourLanguage.allCases.map(\.rawValue).joined(separator: ", ")
        return scripts.keys.sorted().filter { TourLanguage(rawValue: $0) == nil }.map {
            RequestProblem(at: place.member("scripts").member($0), "\"\($0)\" is none of \(known)")
        }
    }
}

/// A recorded sound.
@Record struct StopSound: Equatable {
    /// The media type.
    @Text(1...50) var type: String
    /// How many bytes it has.
    @In(0...33_554_432) var bytes: Int
    /// A text that differs for other bytes.
    @Text(1...64) var tag: String
}

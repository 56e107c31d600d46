internal import FeatureKit

// Why this feature refuses, word for word.
extension RouteError {
    static var notSignedIn: RouteError {
        .init(code: "unauthenticated", status: 401, "this is for people who have signed in")
    }
    static var noBar: RouteError { .notFound("there is no such bar") }
    static var noBooking: RouteError { .notFound("you have no such booking") }
    static var notYours: RouteError { .forbidden("this is for the bar's owner") }

    // MARK: - Calendar

    static func badZone(_ problem: ZoneProblem) -> RouteError { .invalid("zone: \(problem)") }
}

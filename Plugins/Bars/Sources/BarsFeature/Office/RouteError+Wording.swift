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

    // MARK: - Search

    static var nothingToFind: RouteError { .invalid("name: there is no letter in it to look for") }
    static func halfAPoint(_ one: String, without other: String) -> RouteError {
        .invalid("\(one) without \(other): a place takes both")
    }
    static var withinOfNothing: RouteError { .invalid("within takes lat and lon: within so many metres of what?") }
    static func unknownType(_ type: String, among types: [String]) -> RouteError {
        .invalid(unknown("type", type, among: types))
    }
    static func unknownShift(_ shift: String, among shifts: [String]) -> RouteError {
        .invalid(unknown("shift", shift, among: shifts))
    }
    static var otherQuestion: RouteError {
        .invalid("after is not the next of a page of this question; begin anew without it")
    }

    private static func unknown(_ kind: String, _ word: String, among words: [String]) -> String {
        let near = Suggestion.closest(to: word, in: words).map { "did you mean \"\($0)\"?" }
        return "there is no \(kind) \"\(word)\"; \(near ?? "there are \(words.joined(separator: ", "))")"
    }
}

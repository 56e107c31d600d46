internal import FeatureKit

// Why this feature refuses, word for word.
extension RouteError {
    // MARK: - What is asked

    static func blank(_ fields: [String]) -> RouteError {
        .invalid(fields.map { "\($0): there is nothing in it but spaces" }.joined(separator: "; "))
    }
    static func tooManyZones(_ most: Int) -> RouteError {
        .init(
            code: "too-many-zones", status: 409,
            "there are \(most) zones of which something is said already; speak of the track")
    }

    // MARK: - Evacuations

    static var noEvacuation: RouteError {
        .init(code: "no-evacuation", status: 409, "there is no evacuation")
    }
    static var noClearing: RouteError {
        .init(
            code: "no-clearing", status: 409,
            "nobody has begun to clear it, or the time for it is over, or it was raised anew since; begin with the first step"
        )
    }
    static func clearingAlready(by person: String, until: Timestamp) -> RouteError {
        .init(
            code: "clearing-already", status: 409, "\(person) has begun to clear it; ask them for the word and type it",
            data: ["by": .text(person), "until": .text("\(until)")])
    }
    static var anotherPerson: RouteError {
        .init(
            code: "another-person", status: 403, "whoever began to clear it can't end it, too: it takes a second person"
        )
    }
    /// - Parameter left: How many more may be typed; nil where that is of no matter.
    static func wrongWord(left: Int?) -> RouteError {
        let rest =
            switch left {
            case nil: ""
            case 0: "; that was once too often, begin with the first step"
            case 1: "; one more try is left"
            case .some(let left): "; \(left) tries are left"
            }
        return .init(
            code: "wrong-word", status: 409, "that is not the word\(rest)",
            data: left.map { ["left": .integer(Int64($0))] })
    }
    static var raisedMeanwhile: RouteError {
        .init(code: "raised-meanwhile", status: 409, "it was raised anew meanwhile; begin with the first step")
    }

    // MARK: - What is kept

    static var unread: RouteError {
        .init(
            code: "unavailable", status: 503,
            "what was kept could not be read yet, so nobody knows what there is to clear",
            retryAfter: .seconds(5))
    }
    static var notCleared: RouteError {
        .init(
            code: "unavailable", status: 503, "it could not be written down, so the evacuation still holds; try again",
            retryAfter: .seconds(1))
    }
    static var ending: RouteError { .unavailable("track is being stopped") }
}

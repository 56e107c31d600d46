/// The reasons for which a feature refuses: an enum with one case for each, which handlers throw; `@Refusals`
/// implements it.
///
/// A feature lists the enum under `refusals`, so that the reference shows what its routes may answer.
public protocol Refusal: Error {
    /// The error that the caller gets: a code, a status and a sentence, with data or a pause where the case has any.
    var answer: RouteError { get }
    /// One example of each case, for the reference.
    static var examples: [Self] { get }
}

/// Makes an enum a `Refusal`: each case has `@Refuses` with the status and the sentence that the caller gets.
///
/// ```swift
/// @Refusals enum BookingRefusal {
///     @Refuses(409, "The bar is closed then.") case closed
///     @Refuses(409, "Only {free} seats are left.") case full(free: Int64)
///     @Refuses(503, "The kitchen is busy; try again in {retryAfter}.", code: "unavailable") case busy(retryAfter: Duration)
/// }
/// ```
/// The values of a case appear in the sentence by their names in braces, and go into the answer's `data`; a value
/// called `retryAfter` becomes the answer's pause instead.
@attached(member, names: named(answer), named(examples))
@attached(extension, conformances: Refusal)
public macro Refusals() = #externalMacro(module: "FeatureKitMacros", type: "RefusalsMacro")

/// Marks a case of an enum with `@Refusals`.
///
/// - Parameters:
///   - status: The status over HTTP, 400 to 599.
///   - sentence: What is wrong, for people.
///   - code: The code that programs decide by; by default the case's name with dashes.
///   - retryAfter: How long to wait before trying again, where that is always the same.
@attached(peer)
public macro Refuses(_ status: Int, _ sentence: String, code: String? = nil, retryAfter: Duration? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RefusalMarker")

/// What the code that `@Refusals` generates uses.
public enum RefusalParts {
    /// A duration in a sentence, up to the next whole second.
    public static func text(_ duration: Duration) -> String { DurationText.print(pause(duration)) }
    /// A value in a sentence.
    public static func text(_ value: some Shaped) -> String { "\(value)" }

    /// A pause in whole seconds, one at least.
    public static func pause(_ duration: Duration) -> Duration {
        let (seconds, attoseconds) = duration.components
        return .seconds(max(1, seconds + (attoseconds > 0 ? 1 : 0)))
    }

    /// A value that fits a type, for the reference; nil where the type refuses all samples of its own shape.
    public static func example<T: Shaped>(of type: T.Type) -> T? {
        let value: Value =
            switch T.shape.kind {
            case .integer(let bounds): .integer(min(max(3, bounds.lowerBound), bounds.upperBound))
            case .duration: "1m"
            case .text(let length) where length.contains(7): "example"
            default: T.shape.samples.last ?? .null
            }
        return try? value.decoded(as: T.self)
    }
}

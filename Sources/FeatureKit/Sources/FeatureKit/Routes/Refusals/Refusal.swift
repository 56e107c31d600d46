/// Why a feature refuses: an enum with one case for each reason, which handlers throw.
///
/// ```swift
/// enum BookingRefusal: Refusal {
///     case full(free: Int64)
///     case closed
///
///     var answer: RouteError {
///         switch self {
///         case .full(let free): .init(code: "full", status: 409, "There is no such table left.", data: ["free": .integer(free)])
///         case .closed: .init(code: "closed", status: 409, "The bar is closed then.")
///         }
///     }
///     static let examples: [Self] = [.full(free: 2), .closed]
/// }
/// ```
/// A feature lists the enum under `refusals`, so that the reference tells what its routes may answer.
public protocol Refusal: Error {
    /// What the caller is told: a code, a status and a sentence, with data or a pause where there are any.
    var answer: RouteError { get }
    /// One of each case, for the reference.
    static var examples: [Self] { get }
}

extension Refusal where Self: CaseIterable {
    /// All cases.
    public static var examples: [Self] { Array(allCases) }
}

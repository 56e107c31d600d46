/// Why a feature can't run in this process, as its state shows it.
///
/// The survey's diagnostics name the place to fix.
package enum Breakage: Sendable, Equatable {
    case unreadable
    case unusable(LoadProblem)
    case clashing(LoadProblem)
    case unordered(Resolver.Problem)

    package var reason: String {
        switch self {
        case .unreadable: "its feature.yaml can't be used"
        case .unusable(let problem): "its library can't be used: \(problem.message)"
        case .clashing(let problem): problem.message
        case .unordered(let problem): problem.message
        }
    }
}

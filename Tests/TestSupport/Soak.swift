internal import Glibc

/// How long the tests go on that kill hosts, cut the power or do harm at random moments: three rounds in `make test`, and
/// as many as `FLAGSTAND_SOAK` says in `make soak`.
package enum Soak {
    package static let rounds = asked ?? 3

    /// Whether a test may also take minutes to prove what a shorter one makes likely.
    package static let isAsked = asked != nil

    private static let asked = unsafe getenv("FLAGSTAND_SOAK").flatMap { unsafe Int(String(cString: $0)) }
}

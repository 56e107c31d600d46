/// What a change moves, before anything moves.
package struct ChangePlan: Sendable, Equatable {
    package init() {}
}

/// What is known of the one whom flags are evaluated for: attributes by name, `targetingKey` among them.
///
/// One for each loop or thread; filling it again uses its memory again.
package struct FlagContext: Sendable {
    /// The attributes are the cells from `first` on, `count` of them; what they hold lies on the slate too.
    package var slate = Slate()
    package var first = 0
    package var count = 0

    package init() {}
}

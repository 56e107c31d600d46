/// What happened to a watched file.
package enum FileEvent: Sendable, Equatable {
    /// The file, or what is in it, may be another.
    case changed
    /// The path leads nowhere any more.
    case gone
}

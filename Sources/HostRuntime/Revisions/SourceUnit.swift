/// What changes as one: a source, or all files of the local layer together.
package enum SourceUnit: Sendable, Hashable {
    case local
    case remote
    /// A source of flags, by its name.
    case flags(String)
}

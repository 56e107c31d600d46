internal import FlagEngine
internal import HostConfig

/// What the sources of a document say about flags, at one moment.
struct GatheredFlags: Sendable {
    /// What one source says.
    struct Content: Sendable, Equatable {
        let text: FlagStore.Text
        var set: FlagSet
        /// Whether it is all that the text says: single flags with errors keep what they said before, or are left out.
        var isWhole = true
    }

    /// The weakest first.
    var sets: [FlagSet] = []
    /// By the source's name; those of the document itself are not among them.
    var contents: [String: Content] = [:]
    var diagnostics = Diagnostics()
    /// Where the sets of sources stand, by name.
    var places: [String: Int] = [:]
    /// Whether all of what a source says was refused.
    var refusesSource = false
    /// Whether a source has no flags, since it can't be used and never could.
    var lacksSomething = false

    /// The documents by the names that their places have.
    var documents: [String: [UInt8]] { contents.mapValues(\.text.bytes) }

    mutating func add(_ content: Content, of name: String) {
        places[name] = sets.count
        sets.append(content.set)
        contents[name] = content
    }

    mutating func tell(_ severity: Diagnostic.Severity, _ name: String, _ message: String) {
        diagnostics.append(Diagnostics([Diagnostic(severity, file: name, message: message)]))
    }
}

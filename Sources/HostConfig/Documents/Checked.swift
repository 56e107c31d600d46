/// What became of a document: the thing that it says, unless errors forbid it, and everything there is to tell.
package struct Checked<Content: Sendable>: Sendable {
    /// Nil where one of the diagnostics is an error.
    package let content: Content?
    package let diagnostics: Diagnostics
}

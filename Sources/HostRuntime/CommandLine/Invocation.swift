/// What the program was told to do.
package enum Invocation: Sendable, Equatable {
    case command(Command, Arguments)
    /// To print a text and to do nothing else: a usage, or the version.
    case print(String)
}

/// The documents that say what a host runs, as they were written, the weakest first.
package struct LayerTexts: Sendable, Hashable {
    /// The file that `--config` names, or the files of its folder, in the order in which they are merged.
    package var local: [SourceText]
    /// What the address says that the local ones name.
    package var remote: SourceText?
    /// What a change that was gone back from had switched off: it stays off.
    package var retained: SourceText?

    package init(local: [SourceText] = [], remote: SourceText? = nil, retained: SourceText? = nil) {
        self.local = local
        self.remote = remote
        self.retained = retained
    }

    /// All of them in the order in which they are merged.
    package var all: [SourceText] { local + [remote, retained].compactMap(\.self) }
}

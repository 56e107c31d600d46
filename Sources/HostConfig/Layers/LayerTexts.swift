/// The texts of a host's configuration files, the weakest first.
package struct LayerTexts: Sendable, Hashable {
    /// The file that `--config` names, or the files of its folder, in the order in which they are merged.
    package var local: [SourceText]
    /// The remote file, from the address that the local ones name.
    package var remote: SourceText?
    /// The features that a change switched off before it was rolled back; they stay off.
    package var retained: SourceText?

    package init(local: [SourceText] = [], remote: SourceText? = nil, retained: SourceText? = nil) {
        self.local = local
        self.remote = remote
        self.retained = retained
    }

    /// All of them in the order in which they are merged.
    package var all: [SourceText] { layered.map(\.text) }

    /// The same, each with its layer.
    var layered: [(text: SourceText, layer: Layer)] {
        local.map { ($0, .local) }
            + [(remote, .remote), (retained, .retained)].compactMap { text, layer in
                text.map { ($0, layer) }
            }
    }
}

internal import HostConfig

/// The content of the configuration's sources, and what of it is to be applied.
///
/// Each source is handled alone: one that can't be read, is refused or is ignored keeps its active content.
struct SourceUpdate: Sendable {
    /// The layers that are active so far.
    let previous: LayerTexts
    /// The sources that are ignored, with the digest of the content that is ignored.
    private(set) var aside: [SourceUnit: String]
    /// The layers to apply.
    private(set) var layers: LayerTexts
    /// Why the current content of a source can't be applied.
    private(set) var troubles: [Layer: String] = [:]
    /// What is wrong with sources that can't be read.
    var diagnostics = Diagnostics()
    /// The address of the remote file, without its secrets; nil if none is named.
    var address: String?

    init(previous: LayerTexts, aside: [SourceUnit: String]) {
        self.previous = previous
        self.aside = aside
        layers = previous
    }

    /// Takes the content of the local files.
    mutating func take(local texts: [SourceText]) {
        let wasIgnored = aside[.local] != nil
        guard !isIgnored(.local, saying: texts), wasIgnored || layers.local != texts else { return }
        layers.local = texts
        forgetRetained()
    }

    /// Takes the content of the remote file; nil if none is named.
    mutating func take(remote text: SourceText?) {
        let wasIgnored = aside[.remote] != nil
        guard !isIgnored(.remote, saying: text.map { [$0] } ?? []), wasIgnored || layers.remote != text else {
            return
        }
        layers.remote = text
        forgetRetained()
    }

    /// Keeps the active content of a source.
    mutating func keep(_ layer: Layer, because reason: String) {
        troubles[layer] = reason
        switch layer {
        case .local: layers.local = previous.local
        case .remote: layers.remote = previous.remote
        // It may name modules that are not there any more.
        case .retained: layers.retained = nil
        }
    }

    /// Goes on without the remote file, which has not been read yet.
    mutating func lackRemote(because reason: String) {
        take(remote: nil)
        troubles[.remote] = reason
    }

    /// Whether a source still has the content that is ignored; one that has changed is not ignored any more.
    private mutating func isIgnored(_ unit: SourceUnit, saying texts: [SourceText]) -> Bool {
        guard let digest = aside[unit] else { return false }
        if digest == texts.digest { return true }
        aside[unit] = nil
        return false
    }

    /// Ends the layer that keeps off what a rolled-back change had switched off, once no source is ignored.
    private mutating func forgetRetained() {
        if aside[.local] == nil, aside[.remote] == nil { layers.retained = nil }
    }
}

internal import HostConfig

/// What the documents' sources say, and what of it is to count.
///
/// Each source is judged alone: one that can't be read, is refused or stands aside goes on with what counted before.
struct DocumentNews: Sendable {
    /// What counts until now.
    let former: LayerTexts
    /// The sources that stand aside, with the digest of what they say.
    private(set) var aside: [SourceUnit: String]
    /// What is to count.
    private(set) var layers: LayerTexts
    /// Why a source does not count as it is, where that is so.
    private(set) var troubles: [Layer: String] = [:]
    /// What is wrong with sources that can't be read.
    var diagnostics = Diagnostics()
    /// The address of the remote document, as operators may read it; nil where none is named.
    var address: String?

    init(former: LayerTexts, aside: [SourceUnit: String]) {
        self.former = former
        self.aside = aside
        layers = former
    }

    /// Takes what the local documents say.
    mutating func take(local texts: [SourceText]) {
        let stoodAside = aside[.local] != nil
        guard !standsAside(.local, saying: texts), stoodAside || layers.local != texts else { return }
        layers.local = texts
        forgetRetained()
    }

    /// Takes what the remote document says; nil where none is named.
    mutating func take(remote text: SourceText?) {
        let stoodAside = aside[.remote] != nil
        guard !standsAside(.remote, saying: text.map { [$0] } ?? []), stoodAside || layers.remote != text else {
            return
        }
        layers.remote = text
        forgetRetained()
    }

    /// Goes on with what a source said before.
    mutating func keep(_ layer: Layer, because reason: String) {
        troubles[layer] = reason
        switch layer {
        case .local: layers.local = former.local
        case .remote: layers.remote = former.remote
        // It may speak of features that are not there any more.
        case .retained: layers.retained = nil
        }
    }

    /// Does without the remote document, which nobody has heard yet.
    mutating func lackRemote(because reason: String) {
        take(remote: nil)
        troubles[.remote] = reason
    }

    /// Whether a source still says what it stands aside with; one that says something else counts again.
    private mutating func standsAside(_ unit: SourceUnit, saying texts: [SourceText]) -> Bool {
        guard let digest = aside[unit] else { return false }
        if digest == texts.digest { return true }
        aside[unit] = nil
        return false
    }

    /// What a change that was gone back from had switched off stays off until its source says something else.
    private mutating func forgetRetained() {
        if aside[.local] == nil, aside[.remote] == nil { layers.retained = nil }
    }
}

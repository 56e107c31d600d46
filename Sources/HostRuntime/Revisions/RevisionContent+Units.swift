@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

/// What a revision holds, source by source.
extension RevisionContent {
    /// What a source said; empty where it said nothing, or is none of this revision's.
    subscript(_ unit: SourceUnit) -> [SourceText] {
        get {
            switch unit {
            case .local: layers.local
            case .remote: layers.remote.map { [$0] } ?? []
            case .flags(let name): flags[name].map { [$0] } ?? []
            }
        }
        set {
            switch unit {
            case .local: layers.local = newValue
            case .remote: layers.remote = newValue.first
            case .flags(let name): flags[name] = newValue.first
            }
        }
    }

    /// How much its sources say.
    var byteCount: Int { layers.all.reduce(0) { $0 + $1.bytes.count } + flags.values.reduce(0) { $0 + $1.bytes.count } }

    /// The sources that it holds something of.
    var units: Set<SourceUnit> {
        Set([.local, .remote] + flags.keys.map(SourceUnit.flags)).filter { !self[$0].isEmpty }
    }

    /// The sources of which another one holds something else.
    func units(differingFrom other: RevisionContent) -> Set<SourceUnit> {
        units.union(other.units).filter { self[$0] != other[$0] }
    }

    /// The same without what a change did: where the change differs from what was before it, this is as before.
    ///
    /// What happened since, also to the same sources, stays.
    func undoing(_ change: RevisionContent, since former: RevisionContent) -> RevisionContent {
        var content = self
        for unit in change.units(differingFrom: former) where self[unit] == change[unit] {
            content[unit] = former[unit]
        }
        return content
    }

    /// Which sources stand aside so that another content counts instead of this one, until they say something else.
    func standingAside(for other: RevisionContent, beside aside: [SourceUnit: String]) -> [SourceUnit: String] {
        var aside = aside
        for unit in units(differingFrom: other) {
            // One that stands aside already does not say what counts.
            let said = aside[unit] ?? self[unit].digest
            aside[unit] = said == other[unit].digest ? nil : said
        }
        return aside
    }
}

extension [SourceText] {
    /// A word for exactly what these say; equal for equal texts.
    var digest: String {
        guard !isEmpty else { return "nothing" }
        var bytes: [UInt8] = []
        for text in self {
            // The same file may be named by another path after a restart.
            let name = Path.name(of: text.name)
            // Lengths keep two texts from being taken for two others that look alike in a row.
            bytes += [UInt8]("\(name.utf8.count) \(text.bytes.count) \(text.contentType ?? "-")\n".utf8)
            bytes += [UInt8](name.utf8)
            bytes += text.bytes
        }
        return SHA256.hexDigest(of: bytes)
    }
}

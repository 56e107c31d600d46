@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

/// The content of a revision, source by source.
extension RevisionContent {
    /// The texts of a source; empty if it has none in this revision.
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

    /// The bytes of its texts.
    var byteCount: Int { layers.all.reduce(0) { $0 + $1.bytes.count } + flags.values.reduce(0) { $0 + $1.bytes.count } }

    /// The sources that it has texts of.
    var units: Set<SourceUnit> {
        Set([.local, .remote] + flags.keys.map(SourceUnit.flags)).filter { !self[$0].isEmpty }
    }

    /// The sources whose texts differ in another content.
    func units(differingFrom other: RevisionContent) -> Set<SourceUnit> {
        units.union(other.units).filter { self[$0] != other[$0] }
    }

    /// The content without a change: each source that the change altered has its texts from before the change.
    ///
    /// Later changes, also of the same sources, stay.
    func undoing(_ change: RevisionContent, since previous: RevisionContent) -> RevisionContent {
        var content = self
        for unit in change.units(differingFrom: previous) where self[unit] == change[unit] {
            content[unit] = previous[unit]
        }
        return content
    }

    /// The sources to ignore until they change, so that another content can replace this one.
    func ignored(for other: RevisionContent, beside aside: [SourceUnit: String]) -> [SourceUnit: String] {
        var aside = aside
        for unit in units(differingFrom: other) {
            // The current content of a source that is ignored already is the ignored one, not this revision's.
            let said = aside[unit] ?? self[unit].digest
            aside[unit] = said == other[unit].digest ? nil : said
        }
        return aside
    }
}

extension [SourceText] {
    /// The digest of these texts; equal for equal texts.
    var digest: String {
        guard !isEmpty else { return "nothing" }
        var bytes: [UInt8] = []
        for text in self {
            // The same file may have another path after a restart.
            let name = Path.name(of: text.name)
            // Lengths keep apart texts that would run together.
            bytes += [UInt8]("\(name.utf8.count) \(text.bytes.count) \(text.contentType ?? "-")\n".utf8)
            bytes += [UInt8](name.utf8)
            bytes += text.bytes
        }
        return SHA256.hexDigest(of: bytes)
    }
}

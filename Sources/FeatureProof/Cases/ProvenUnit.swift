@_spi(Hosting) package import FeatureKit
@_spi(Hosting) package import FeatureRig
package import HostConfig

/// The unit that is proved: what its manifest says, and what its library handed over.
package struct ProvenUnit: Sendable {
    package let manifest: Manifest
    /// The unit's absolute folder.
    package let folder: String
    package let subject: RigSubject

    /// - Parameter way: Where it runs; a worker's entry is one of a remote feature.
    package init(manifest: Manifest, folder: String, entry: FeatureEntry, way: RigWay = .host) {
        self.manifest = manifest
        self.folder = folder
        subject = RigSubject(id: manifest.id, entry: entry, way: way)
    }
}

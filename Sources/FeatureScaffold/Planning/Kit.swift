internal import HostSystem

/// Where a kit lies: the packages that a feature is built and tested with.
package struct Kit: Sendable, Equatable {
    /// The absolute folder of both packages.
    package let folder: String
    /// Its version, such as `1.1`.
    package let version: String

    /// The folder beside a program that is shipped with the kit.
    package static let shipped = "kit"
    /// Where it lies in a checkout.
    static let sources = "Sources"

    /// Finds the kit in a folder; nil where there is none.
    package init?(in folder: String) {
        let packages = ["FeatureKit", "FeatureTestKit"].map { Path.join(Path.join(folder, $0), "Package.swift") }
        guard packages.allSatisfy(Disk.isFile),
            let text = try? Disk.text(of: Path.join(folder, "FeatureKit/KIT_VERSION")),
            let line = text.split(whereSeparator: \.isNewline).first
        else { return nil }
        self.folder = folder
        version = String(line)
    }

    /// The kit that came with a program: beside it, or in the checkout that it was built in.
    package static func shipped(with program: String) -> Kit? {
        let folder = Path.folder(of: program)
        return Kit(in: Path.join(folder, shipped)) ?? Checkout.above(folder).flatMap { Kit(in: $0.sources) }
    }
}

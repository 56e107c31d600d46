@_spi(Hosting) package import FeatureKit
package import HostSystem

/// What a library was built with: the kit's version and the compiler's.
///
/// It stands in the ELF section `flagstand_kit`, where the kit's build plugin of the same name puts it, so that it is
/// known before the library is opened: one of another kit or compiler would corrupt memory without a word.
package struct KitStamp: Sendable, Equatable {
    /// In what way two stamps do not fit.
    package enum Mismatch: Sendable, Equatable {
        case kitMajor
        case kitMinor
        case compiler
    }

    package static let section = "flagstand_kit"

    private static let size = 48
    private static let magic = Array("flagstnd".utf8)

    package let kit: KitVersion
    package let compiler: String

    package init(kit: KitVersion, compiler: String) {
        self.kit = kit
        self.compiler = compiler
    }

    /// What this host was built with.
    package static let host = KitStamp(kit: .current, compiler: KitVersion.compiler)

    /// Reads the section: one stamp for each module that the library is made of.
    package static func all(in section: [UInt8]) throws(ELFProblem) -> [KitStamp] {
        guard !section.isEmpty, section.count % size == 0 else { throw .damaged(.stamp) }
        var stamps: [KitStamp] = []
        for start in stride(from: 0, to: section.count, by: size) {
            stamps.append(try one(in: Array(section[start..<(start + size)])))
        }
        return stamps
    }

    private static func one(in bytes: [UInt8]) throws(ELFProblem) -> KitStamp {
        let numbers = UntrustedBytes(bytes)
        let major: UInt32 = try numbers.number(at: 8, of: .stamp)
        let minor: UInt32 = try numbers.number(at: 12, of: .stamp)
        let compiler = bytes[16...].prefix { $0 != 0 }
        let isPlain = compiler.allSatisfy { (0x21...0x7e).contains($0) }
        guard bytes.starts(with: magic), !compiler.isEmpty, isPlain else { throw .damaged(.stamp) }
        return KitStamp(
            kit: KitVersion(major: Int(major), minor: Int(minor)), compiler: String(decoding: compiler, as: UTF8.self))
    }

    /// Why a library with this stamp must not be opened by such a host; nil where it may.
    ///
    /// The kit is built with library evolution, so an older minor version fits; but what the compiler itself lays out
    /// is only known to fit within one version.
    package func mismatch(with host: KitStamp) -> Mismatch? {
        if kit.major != host.kit.major { return .kitMajor }
        if kit.minor > host.kit.minor { return .kitMinor }
        return compiler == host.compiler ? nil : .compiler
    }
}

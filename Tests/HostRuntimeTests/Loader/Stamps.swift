import FeatureKit

@testable import HostRuntime

/// Bytes of the section `flagstand_kit`, written as `stamp.sh` writes them.
enum Stamps {
    static let fitting = bytes(
        major: UInt32(KitStamp.host.kit.major), minor: UInt32(KitStamp.host.kit.minor),
        compiler: KitStamp.host.compiler)

    static func bytes(major: UInt32, minor: UInt32, compiler: String) -> [UInt8] {
        let text = Array(compiler.utf8) + [UInt8](repeating: 0, count: 32 - compiler.utf8.count)
        return Array("flagstnd".utf8) + littleEndian(major) + littleEndian(minor) + text
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

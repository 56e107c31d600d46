import Foundation

/// Where the build that this test belongs to put its products.
enum Built {
    /// The folder of the test's own program.
    static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path

    static let flagstand = "\(folder)/flagstand"

    /// The root of the sources.
    static let tree = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path

    static func library(of feature: String) -> String { "\(folder)/lib\(feature)Feature.so" }
}

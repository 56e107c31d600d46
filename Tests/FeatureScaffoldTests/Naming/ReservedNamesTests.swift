import FeatureScaffold
import Foundation
import TestSupport
import Testing

/// The lists of names are those of the sources.
@Suite struct ReservedNamesTests {
    @Test func theKitsTypesAreReserved() throws {
        let kit = try Set(["FeatureKit", "FeatureTestKit"].flatMap { try publicTypes(of: $0) })
        #expect(kit.count > 50)
        #expect(kit.subtracting(ReservedNames.kit) == [])
        #expect(ReservedNames.kit.subtracting(kit) == [])
    }

    /// The types on the top level that a feature or its tests see without asking for more.
    private func publicTypes(of package: String) throws -> [String] {
        let folder = Sources.root.appending(path: "Sources/\(package)/Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 20)
        let declaration = /^(?:@[A-Za-z]\w* )*public (?:final )?(?:class|struct|enum|actor|protocol|typealias) (\w+)/
        return try files.flatMap { file in
            try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n")
                .compactMap { try declaration.prefixMatch(in: $0).map { String($0.1) } }
        }
    }
}

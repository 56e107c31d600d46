import Foundation
import Glibc
import Testing

@testable import HostRuntime

/// What each built-in feature declares stands in `Plugins/<Name>/contracts.json`, so that a change of a contract is seen
/// where it is reviewed.
///
/// `FLAGSTAND_UPDATE_GOLDEN=1` writes the files instead.
@Suite struct ContractGoldenTests {
    @Test func theFilesSayWhatTheLibrariesDeclare() throws {
        Built.packsPlugins
        let features = try Tree.built().features.keys.sorted()
        for name in features {
            let packed = try #require(
                try PackedLibrary.read(of: Built.library(of: name), unit: "Plugins/\(name)"),
                "Plugins/\(name) can't be packed; see flagstand pack Plugins/\(name)")
            let path = "\(Built.tree)/Plugins/\(name)/contracts.json"
            if unsafe getenv("FLAGSTAND_UPDATE_GOLDEN") != nil {
                try packed.golden.write(toFile: path, atomically: true, encoding: .utf8)
            }
            let golden = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            let (lines, others) = (packed.golden.split(separator: "\n"), golden.split(separator: "\n"))
            let change = lines.difference(from: others).prefix(20).map { change in
                switch change {
                case .insert(_, let line, _): "+\(line)"
                case .remove(_, let line, _): "-\(line)"
                }
            }
            #expect(
                packed.golden == golden,
                """
                \(name) declares something else than Plugins/\(name)/contracts.json; to accept it, run the test again \
                with FLAGSTAND_UPDATE_GOLDEN=1:
                \(change.joined(separator: "\n"))
                """)
        }
        #expect(!features.isEmpty)
    }
}

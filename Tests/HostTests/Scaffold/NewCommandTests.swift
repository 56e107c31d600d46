import Foundation
import TestSupport
import Testing

/// `flagstand new`, by the real program.
@Suite struct NewCommandTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.makeFolder("work")
    }

    private func new(_ arguments: String...) async throws -> (exit: HostProcess.Exit, output: String, errors: String) {
        var command = HostCommand(["new"] + arguments)
        command.folder = folder["work"]
        return try await HostProcess.end(of: command)
    }

    @Test func aPackageIsMadeWithTheKitOfTheCheckoutThatTheProgramWasBuiltIn() async throws {
        let (exit, output, errors) = try await new("ValetParking")
        #expect(errors == "" && exit == .code(0))
        #expect(output.hasPrefix("ValetParking/\n  feature.yaml "))
        #expect(
            output.hasSuffix(
                "\n  flagstand test ./ValetParking        # its scenarios, and what every feature has to do\n"))
        let made = try FileManager.default.subpathsOfDirectory(atPath: folder["work/ValetParking"])
        #expect(made.contains("Sources/ValetParkingFeature/ValetParking.swift"))
        #expect(try await dependencies() == ["FeatureKit", "FeatureTestKit"].map { "\(Built.tree)/Sources/\($0)" })
    }

    /// On another machine the kit lies elsewhere.
    @Test func thePackageFindsTheKitWhereTheEnvironmentSays() async throws {
        _ = try await new("ValetParking")
        let elsewhere = try await dependencies(["FLAGSTAND_KIT": "/opt/other/kit"])
        #expect(elsewhere == ["/opt/other/kit/FeatureKit", "/opt/other/kit/FeatureTestKit"])
    }

    @Test func whatIsWrongIsSaidAndNothingIsMade() async throws {
        let (exit, output, errors) = try await new("valet-parking")
        #expect(
            errors == "flagstand new: error: \"valet-parking\" must be the name of a Swift type: letters and digits, a "
                + "capital first, such as Parking; did you mean \"ValetParking\"?\n")
        #expect(output == "" && exit == .code(2))

        let missing = try await new("Parking", "--kit", "nowhere")
        #expect(missing.errors.hasPrefix("flagstand new: error: \(folder["work/nowhere"]) holds no kit: "))
        #expect(missing.exit == .code(1))

        try folder.makeFolder("work/Parking")
        let there = try await new("Parking")
        #expect(
            there.errors == "flagstand new: error: \(folder["work/Parking"]) is there already; nothing was written\n")
        #expect(there.exit == .code(1))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder["work"]) == ["Parking"])
    }

    @Test func insideACheckoutTheBuildKnowsOfItAtOnce() async throws {
        try folder.write("tree/Package.swift", "let features = [\"BLE\"]\n")
        try folder.makeFolder("tree/Plugins/BLE")
        try folder.write("tree/Plugins/BLE/Package.swift", "")
        for link in ["Sources", "Tools"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder["tree/\(link)"], withDestinationPath: "\(Built.tree)/\(link)")
        }
        var command = HostCommand(["new", "Parking"])
        command.folder = folder["tree/Plugins/BLE"]
        #expect(try await HostProcess.end(of: command).exit == .code(0))
        var list = HostCommand([])
        list.program = folder["tree/Tools/features.sh"]
        let (exit, output, errors) = try await HostProcess.end(of: list)
        #expect(output == "BLE\nParking\n" && errors == "" && exit == .code(0))
        let paths = try await dependencies(of: "tree/Plugins/Parking")
        #expect(paths == ["FeatureKit", "FeatureTestKit"].map { folder["tree/Sources/\($0)"] })
    }

    /// The absolute paths of the packages that the manifest names, as the build reads it.
    private func dependencies(
        _ more: [String: String] = [:], of package: String = "work/ValetParking"
    ) async throws -> [String] {
        struct Description: Decodable {
            struct Dependency: Decodable {
                struct Place: Decodable { let path: String }
                let fileSystem: [Place]
            }
            let dependencies: [Dependency]
        }
        var command = HostCommand(["package", "--package-path", folder[package], "dump-package"])
        command.program = "swift"
        command.environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
        let (exit, output, errors) = try await HostProcess.end(of: command, within: .seconds(120))
        try #require(exit == .code(0), "\(output)\(errors)")
        return try JSONDecoder().decode(Description.self, from: Data(output.utf8)).dependencies
            .flatMap(\.fileSystem).map(\.path)
    }
}

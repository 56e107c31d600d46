import Glibc
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct UnitFinderTests {
    private let folder: TestFolder
    private var finder: UnitFinder { UnitFinder(program: folder["tree/.build/debug/flagstand"]) }

    init() throws { folder = try TestFolder() }

    @Test func findsUnitsWithTheirLibraries() throws {
        try folder.write("features/ble/feature.yaml")
        let library = try folder.write("features/ble/libBLEFeature.so")
        try folder.write("features/ble/libOther.so")
        try folder.write("features/track/feature.yaml")
        try folder.write("features/track/libTrackStatusFeature.so")
        try folder.write("features/README.md")
        try folder.write("features/notes/todo.txt")
        try folder.write("features/.ble.new/feature.yaml")

        let findings = finder.find(in: [folder["features"]])
        #expect(findings.problems == [])
        #expect(findings.units.map(\.folder) == [folder["features/ble"], folder["features/track"]])
        #expect(findings.units.first?.library == .success(library))
        #expect(findings.units.first?.manifest == folder["features/ble/feature.yaml"])
    }

    @Test func inATreeOfSourcesTheLibraryLiesBesideTheProgram() throws {
        try folder.write("tree/Plugins/BLE/feature.yaml")
        let library = try folder.write("tree/.build/debug/libBLEFeature.so")
        let units = finder.find(in: [folder["tree/Plugins"]]).units
        #expect(units == [Unit(folder: folder["tree/Plugins/BLE"], library: .success(library))])
    }

    @Test func ofAPackageTheNewestLibraryCounts() throws {
        try folder.write("tree/Plugins/BLE/feature.yaml")
        try folder.write("tree/Plugins/BLE/Package.swift")
        let beside = folder["tree/.build/debug/libBLEFeature.so"]
        func library() -> Result<String, LoadProblem>? {
            finder.find(in: [folder["tree/Plugins"]]).units.first?.library
        }
        #expect(library() == .failure(LoadProblem(folder["tree/Plugins/BLE"], .notBuilt(expected: beside))))
        // A package in a folder of another name still has one library of a feature alone.
        let release = try folder.write("tree/Plugins/BLE/.build/release/libRadioFeature.so")
        #expect(library() == .success(release))
        let debug = try folder.write("tree/Plugins/BLE/.build/debug/libBLEFeature.so")
        try folder.write("tree/.build/debug/libBLEFeature.so")
        for (path, seconds) in [(release, 1_000), (debug, 3_000), (beside, 2_000)] { touch(path, at: seconds) }
        #expect(library() == .success(debug))
        touch(beside, at: 3_000)
        #expect(library() == .success(beside))
    }

    private func touch(_ path: String, at seconds: Int) {
        var times = utimbuf(actime: seconds, modtime: seconds)
        unsafe utime(path, &times)
    }

    @Test func aUnitsOwnLibraryGoesFirst() throws {
        try folder.write("tree/.build/debug/libBLEFeature.so")
        try folder.write("more/BLE/feature.yaml")
        let own = try folder.write("more/BLE/libBLEFeature.so")
        #expect(finder.find(in: [folder["more"]]).units.map(\.library) == [.success(own)])
    }

    @Test func whatIsWrongIsSaidAndTheRestIsFound() throws {
        try folder.write("features/a/feature.yaml")
        try folder.write("features/b/feature.yaml")
        try folder.write("features/b/libOneFeature.so")
        try folder.write("features/b/libTwoFeature.so")
        try folder.write("features/c/libCFeature.so")
        try folder.write("features/d/feature.yaml")
        try folder.write("features/d/libDFeature.so")
        let features = folder["features"]

        let findings = finder.find(in: [folder["nowhere"], features, features])
        #expect(findings.units.count == 3)
        #expect(
            findings.units.map(\.library) == [
                .failure(
                    LoadProblem(
                        "\(features)/a", .noLibrary(expected: folder["tree/.build/debug/libaFeature.so"]))),
                .failure(LoadProblem("\(features)/b", .severalLibraries(["libOneFeature.so", "libTwoFeature.so"]))),
                .success("\(features)/d/libDFeature.so"),
            ])
        #expect(
            findings.problems == [
                LoadProblem(folder["nowhere"], .noFolder),
                LoadProblem("\(features)/c", .noManifest(library: "libCFeature.so")),
            ])
    }

    @Test func aFolderThatIsAUnitIsTakenAsOne() throws {
        try folder.write("lamp/feature.yaml")
        let library = try folder.write("lamp/libLampFeature.so")
        try folder.write("lamp/Scenarios/feature.yaml")
        #expect(
            finder.find(in: [folder["lamp"]]).units == [Unit(folder: folder["lamp"], library: .success(library))])
    }

    @Test func linksToUnitsAreFollowed() throws {
        try folder.write("real/feature.yaml")
        try folder.write("real/libLampFeature.so")
        try folder.write("features/README.md")
        try run(["ln", "-s", folder["real"], folder["features/lamp"]])
        try run(["ln", "-s", folder["gone"], folder["features/gone"]])
        #expect(finder.find(in: [folder["features"]]).units.map(\.folder) == [folder["features/lamp"]])
    }

    @Test func aCrowdedFolderIsReadToTheLimit() throws {
        for number in 0...UnitFinder.mostEntries { try folder.write("features/\(number)") }
        #expect(
            finder.find(in: [folder["features"]]).problems == [
                LoadProblem(folder["features"], .crowded(limit: UnitFinder.mostEntries))
            ])
    }

    @Test func withoutAWordUnitsBesideTheProgramOrItsSourcesAreSearched() throws {
        #expect(finder.defaultFolders == [])
        try folder.write("tree/Package.swift")
        #expect(finder.defaultFolders == [])
        try folder.write("tree/Plugins/BLE/feature.yaml")
        #expect(finder.defaultFolders == [folder["tree/Plugins"]])
        try folder.write("tree/.build/debug/features/ble/feature.yaml")
        #expect(finder.defaultFolders == [folder["tree/.build/debug/features"]])
        #expect(UnitFinder(program: "flagstand").defaultFolders == [])
    }
}

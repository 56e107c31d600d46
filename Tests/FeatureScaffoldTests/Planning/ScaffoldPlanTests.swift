import FeatureScaffold
import Foundation
import HostSystem
import TestSupport
import Testing

@Suite struct ScaffoldPlanTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.makeFolder("work")
        try folder.makeKit("bin/kit")
    }

    // MARK: - Where

    @Test func outsideItIsMadeWhereSomebodyAsksWithTheKitThatCameAlong() throws {
        let plan = try folder.plan("Parking")
        #expect(plan.folder == folder["work/Parking"] && plan.checkout == nil && plan.listing == .none)
        #expect(plan.kit.folder == folder["bin/kit"] && plan.kit.version == "1.7")
        // Nothing is touched by a plan.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder["work"]) == [])
        try plan.perform()
        let made = try Set(folder.files().filter { $0.hasPrefix("work/Parking/") && folder.isFile($0) })
        #expect(made == Set(plan.files.map { "work/Parking/\($0.path)" }))
        for file in plan.files { #expect(try folder.text("work/Parking/\(file.path)") == file.text) }
        let package = try folder.text("work/Parking/Package.swift")
        #expect(package.contains("?? \"\(folder["bin/kit"])\"\n"))
        #expect(try folder.text("work/Parking/feature.yaml").contains("id: parking\nversion: 0.1.0\nsummary: "))
    }

    @Test func withoutAKitBesideItTheCheckoutCountsThatTheProgramWasBuiltIn() throws {
        try folder.makeCheckout("tree")
        let plan = try folder.plan("Parking", program: "tree/.build/debug/flagstand")
        #expect(plan.folder == folder["work/Parking"] && plan.kit.folder == folder["tree/Sources"])
        #expect(plan.listing == .none)
    }

    @Test func insideACheckoutItBecomesAPartOfIt() throws {
        try folder.makeCheckout("tree")
        let plan = try folder.plan("Parking", in: "tree/Plugins/BLE")
        #expect(plan.folder == folder["tree/Plugins/Parking"] && plan.kit.folder == folder["tree/Sources"])
        try plan.perform()
        #expect(try folder.text("tree/Package.swift").hasPrefix("let features = [\"BLE\", \"Parking\"]\nlet kit"))
        let package = try folder.text("tree/Plugins/Parking/Package.swift")
        #expect(package.contains("[.package(path: \"../../Sources/FeatureKit\"), .package(path: \"../../Sources/"))
        #expect(!package.contains("kitFolder") && !package.contains(folder.path))
        #expect(!plan.files.contains { $0.path == ".gitignore" })
    }

    /// A kit that is named is for a package of its own, wherever somebody asks.
    @Test func aNamedKitIsUsedAlsoInACheckout() throws {
        try folder.makeCheckout("tree")
        try folder.makeKit("other", version: "2.0")
        let plan = try folder.plan("Parking", in: "tree", kit: "other")
        #expect(plan.folder == folder["tree/Parking"] && plan.kit.version == "2.0" && plan.listing == .none)
    }

    @Test func aTreeThatOnlyLooksLikeACheckoutIsNone() throws {
        try folder.makeCheckout("tree")
        try folder.remove("tree/Sources/FeatureKit/KIT_VERSION")
        #expect(try folder.plan("Parking", in: "tree").folder == folder["tree/Parking"])
    }

    @Test func aListThatIsNotUnderstoodIsLeftToItsOwner() throws {
        try folder.makeCheckout("tree", list: "let features = all()")
        let plan = try folder.plan("Parking", in: "tree")
        #expect(plan.listing == .byHand(in: folder["tree/Package.swift"]))
        let before = try folder.text("tree/Package.swift")
        try plan.perform()
        #expect(try folder.text("tree/Package.swift") == before)
        #expect(
            plan.summary.contains("\nAdd \"Parking\" to the features in \(folder["tree/Package.swift"]) by hand.\n"))
    }

    // MARK: - What is refused, before anything is touched

    @Test func withoutAnyKitNothingIsMade() throws {
        try folder.remove("bin/kit/FeatureTestKit")
        #expect(throws: ScaffoldProblem.noShippedKit(folder["bin"])) { try folder.plan("Parking") }
        #expect(throws: ScaffoldProblem.noKit(asked: folder["work"])) { try folder.plan("Parking", kit: "work") }
    }

    @Test(arguments: ["file", "folder", "link"]) func whatIsThereStays(_ kind: String) throws {
        switch kind {
        case "file": try folder.write("work/Parking", "mine")
        case "folder": try folder.makeFolder("work/Parking")
        default:
            try FileManager.default.createSymbolicLink(
                atPath: folder["work/Parking"], withDestinationPath: "/nowhere/at/all")
        }
        #expect(throws: ScaffoldProblem.exists(folder["work/Parking"])) { try folder.plan("Parking") }
    }

    @Test func whatTheCheckoutHasIsRefused() throws {
        try folder.makeCheckout("tree")
        let before = try folder.files()
        #expect(throws: ScaffoldProblem.exists(folder["tree/Plugins/BLE"])) { try folder.plan("BLE", in: "tree") }
        #expect(throws: ScaffoldProblem.idTaken("ble", by: "Plugins/BLE")) { try folder.plan("Ble", in: "tree") }
        #expect(throws: ScaffoldProblem.idTaken("track", by: "Plugins/TrackStatus")) {
            try folder.plan("Track", in: "tree")
        }
        let manifest = folder["tree/Package.swift"]
        #expect(throws: ScaffoldProblem.nameTaken("Pantry", in: manifest)) { try folder.plan("Pantry", in: "tree") }
        #expect(throws: ScaffoldProblem.isTheCheckout("Tree", root: folder["tree"])) {
            try folder.plan("Tree", in: "tree")
        }
        #expect(try folder.files() == before)
    }

    // MARK: - What fails on the way

    /// The list is written last; what was made before goes with it.
    @Test func aListThatCantBeWrittenLeavesNothingBehind() throws {
        try folder.makeCheckout("tree")
        let plan = try folder.plan("Parking", in: "tree")
        try folder.remove("tree/Package.swift")
        let before = try folder.files()
        #expect(throws: ScaffoldProblem.unwritable(folder["tree/Plugins/Parking"], SystemError(code: ENOENT))) {
            try plan.perform()
        }
        #expect(try folder.files() == before)
    }

    @Test func aFolderThatHasGoneLeavesNothingBehind() throws {
        let plan = try folder.plan("Parking")
        try folder.remove("work")
        #expect(throws: ScaffoldProblem.unwritable(folder["work/Parking"], SystemError(code: ENOENT))) {
            try plan.perform()
        }
    }

    /// Somebody was quicker: what is theirs stays as it is.
    @Test func whatAppearsMeanwhileStays() throws {
        let plan = try folder.plan("Parking")
        try folder.write("work/Parking/mine.txt", "mine")
        #expect(throws: ScaffoldProblem.unwritable(folder["work/Parking"], SystemError(code: EEXIST))) {
            try plan.perform()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder["work"]) == ["Parking"])
        #expect(try folder.text("work/Parking/mine.txt") == "mine")
    }

    @Test func aListKeepsWhoMayReadIt() throws {
        try folder.makeCheckout("tree")
        let manifest = folder["tree/Package.swift"]
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: manifest)
        try folder.plan("Parking", in: "tree").perform()
        let mode = try FileManager.default.attributesOfItem(atPath: manifest)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder["tree"]).sorted() == [
                "Package.swift", "Plugins", "Sources",
            ])
    }

    // MARK: - What is said

    @Test func everyProblemIsWorded() {
        let error = SystemError(code: EACCES)
        let words: [(ScaffoldProblem, String)] = [
            (.exists("/w/Parking"), "/w/Parking is there already; nothing was written"),
            (.idTaken("ble", by: "Plugins/BLE"), "the id \"ble\" is that of Plugins/BLE; choose another name"),
            (
                .nameTaken("Pantry", in: "/t/Package.swift"),
                "/t/Package.swift names \"Pantry\" already; choose another name"
            ),
            (
                .isTheCheckout("Tree", root: "/t/tree"),
                "\"Tree\" is what the package in /t/tree is called, after its folder; choose another name"
            ),
            (
                .noKit(asked: "/k"),
                "/k holds no kit: FeatureKit and FeatureTestKit, as `make dist` puts them into dist/flagstand/kit"
            ),
            (.noShippedKit("/b"), "there is no kit beside the program, in /b/kit; say where it is: --kit DIR"),
            (.unreadable("/t", error), "/t can't be read: Permission denied"),
            (.unwritable("/t", error), "/t can't be written: Permission denied; nothing was made"),
        ]
        for (problem, text) in words { #expect("\(problem)" == text) }
    }

    @Test func theSummaryNamesWhatWasMadeAndWhatIsNext() throws {
        let summary = try folder.plan("ValetParking").summary
        #expect(
            summary == """
                ValetParking/
                  feature.yaml                                            what you decide about it: its id, version, needs
                  Sources/ValetParkingFeature/ValetParking.swift          the feature
                  Tests/ValetParkingFeatureTests/ValetParkingTests.swift  its tests in Swift
                  Scenarios/valet-parking.yaml                            its scenarios for flagstand test
                  Package.swift                                           how it is built
                  .gitignore                                              what git leaves out

                Next:
                  flagstand build ValetParking --test  # its library, and its tests in Swift
                  flagstand test ./ValetParking        # its scenarios, and what every feature has to do

                """)
    }

    @Test func inACheckoutTheSummaryNamesTheList() throws {
        try folder.makeCheckout("tree")
        let summary = try folder.plan("ValetParking", in: "tree").summary
        #expect(summary.hasPrefix("Plugins/ValetParking/\n"))
        #expect(
            summary.hasSuffix(
                """
                  Package.swift                                           how it is built
                Package.swift names it among the features that are built with the host.

                Next, in \(folder["tree"]):
                  swift test --package-path Plugins/ValetParking  # its tests
                  make build                                      # the host, with it
                  .build/release/flagstand test valet-parking     # its scenarios, and what every feature has to do

                """))
    }
}

extension TestFolder {
    fileprivate func isFile(_ name: String) -> Bool {
        let kind = try? FileManager.default.attributesOfItem(atPath: self[name])[.type] as? FileAttributeType
        return kind == .typeRegular
    }
}

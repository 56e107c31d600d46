import FeatureScaffold
import Foundation
import TestSupport
import Testing

/// What is made follows the given name everywhere, and the rules of this house.
@Suite struct FeatureTemplateTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.makeFolder("work")
        try folder.makeKit("bin/kit")
    }

    /// The shortest, the longest, and one of each kind between.
    static let names = [
        "A", "BLE", "Parking", "ValetParking", "HTTP2Proxy", "Zzz9" + String(repeating: "Ab", count: 13),
        "Zoo" + String(repeating: "o", count: 27),
    ]

    @Test(arguments: names, [false, true]) func nothingIsNamedAfterTheExamplesAuthor(
        _ name: String, isLong: Bool
    ) throws {
        for file in try folder.plan(name, isLong: isLong).files where !name.contains("Parking") {
            #expect(
                !file.text.lowercased().contains("parking") && !file.path.lowercased().contains("parking"),
                "\(file.path)")
        }
    }

    /// All names at once, since the formatter takes longer to start than to look.
    @Test func theFormatterFindsNothing() throws {
        try folder.makeFolder("work/long")
        for name in Self.names {
            try folder.plan(name).perform()
            try folder.plan(name, in: "work/long", isLong: true).perform()
        }
        // What it does find shows that it looked.
        try folder.write("work/Bad.swift", "let  bad = 1\n")
        let complaints = try lint("work")
        #expect(complaints.count == 1 && complaints.allSatisfy { $0.contains("/Bad.swift:1:4: error: [Spacing]") })
    }

    private func lint(_ name: String) throws -> [Substring] {
        let configuration = Sources.root.appending(path: ".swift-format").path
        return try ProgramRun(
            "/usr/bin/env",
            ["swift", "format", "lint", "--strict", "--configuration", configuration, "-r", folder[name]]
        ).errors.split(separator: "\n")
    }

    @Test(arguments: [false, true]) func noLineIsTooLongOrEndsInSpaces(isLong: Bool) throws {
        for name in Self.names {
            for file in try folder.plan(name, isLong: isLong).files {
                #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"), "\(file.path)")
                for line in file.text.split(separator: "\n") where !file.path.hasSuffix(".md") {
                    #expect(line.count <= 120 && !line.hasSuffix(" "), "\(file.path): \(line)")
                }
            }
        }
    }

    /// A type of the example that is not reserved could be what somebody calls a feature.
    @Test(arguments: [(false, ["Aviary"]), (true, ["Attendant", "Aviary", "Lot", "Spaces", "Ticket"])])
    func theTypesOfTheExampleAreReserved(isLong: Bool, expected: [String]) throws {
        let declaration = /^(?:@\w+(?:\("[a-z]+"\))? )?(?:final )?(?:class|struct|enum|actor|protocol) (\w+)/
        let types = try folder.plan("Aviary", isLong: isLong).files.filter { $0.path.hasPrefix("Sources/") }.flatMap {
            file in
            try file.text.split(separator: "\n").compactMap { try declaration.prefixMatch(in: $0).map { String($0.1) } }
        }
        #expect(types.sorted() == expected)
        #expect(Set(types).subtracting(["Aviary"]).isSubset(of: ReservedNames.example))
    }

    /// A beginner reads all of it at once.
    @Test func theSmallFeatureIsOneFileOfFiftyLines() throws {
        let sources = try folder.plan("Parking").files.filter { $0.path.hasPrefix("Sources/") }
        #expect(sources.count == 1 && sources[0].text.split(separator: "\n").count <= 45)
    }

    /// The folder of a kit is anybody's choice.
    @Test func theKitsFolderIsWrittenAsSwiftReadsIt() throws {
        let odd = #"a "kit" \(1) of ours"#
        try folder.makeKit(odd)
        let package = try #require(try folder.plan("Parking", kit: odd).files.first { $0.path == "Package.swift" })
        #expect(package.text.contains(#"a \"kit\" \\(1) of ours""#))
    }
}

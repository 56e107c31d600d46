import Foundation
import TestSupport
import Testing

/// What `flagstand build` passes on from the compiler.
@Suite struct BuildCommandTests {
    /// What the compiler says of a missing sentence, of a type that can't be a field, and of what follows from that.
    private static let said = """
        [1/4] Compiling Records.swift
        /p/Lot.swift:3:5: error: cannot find 'Lot' in scope
        1 | let lot = Lot()
          |           `- error: cannot find 'Lot' in scope
        /p/Lot.swift:1:1: note: it is not here
        /p/Records.swift:9:32: error: "place" needs a sentence (from macro 'Record ')
        9 |     var place: String
        error: emit-module command failed with exit code 1 (use -v to see invocation)
        [2/4] Emitting module Lot
        macro expansion @Record:3:1: error: no exact matches
        `- /p/Records.swift:1:1: note: expanded code originates here
        macro expansion @_RecordField:1:2: error: 'checkField' is unavailable: a field is a Bool
        `- /p/Records.swift:7:1: note: expanded code originates here
        /p/Records.swift:9:32: error: "place" needs a sentence (from macro 'Record ')
        9 |     var place: String
        /p/Lot.swift:3:5: error: cannot find 'Lot' in scope
        1 | let lot = Lot()
          |           `- error: cannot find 'Lot' in scope
        /p/Lot.swift:1:1: note: it is not here

        """

    @Test func `each error is told once, and first what macros say`() async throws {
        let folder = try TestFolder()
        try folder.write("said.txt", Self.said)
        try folder.write("Lot/Package.swift", "let package = Package(name: \"Lot\", .library(name: \"LotFeature\"))\n")
        try folder.write("bin/swift", "#!/bin/sh\ncat \(folder["said.txt"])\necho \"swift: stopped\" >&2\nexit 7\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder["bin/swift"])
        var command = HostCommand(["build", "Lot"])
        command.folder = folder[""]
        command.environment = ["PATH": "\(folder["bin"]):/usr/bin:/bin", "XDG_CACHE_HOME": folder["cache"]]
        let (exit, output, errors) = try await HostProcess.end(of: command)
        #expect(exit == .code(7) && errors == "swift: stopped\n")
        #expect(
            output == """
                [1/4] Compiling Records.swift
                [2/4] Emitting module Lot
                /p/Records.swift:9:32: error: "place" needs a sentence (from macro 'Record ')
                9 |     var place: String
                macro expansion @_RecordField:1:2: error: 'checkField' is unavailable: a field is a Bool
                `- /p/Records.swift:7:1: note: expanded code originates here
                /p/Lot.swift:3:5: error: cannot find 'Lot' in scope
                1 | let lot = Lot()
                  |           `- error: cannot find 'Lot' in scope
                /p/Lot.swift:1:1: note: it is not here
                macro expansion @Record:3:1: error: no exact matches
                `- /p/Records.swift:1:1: note: expanded code originates here

                """)
    }
}

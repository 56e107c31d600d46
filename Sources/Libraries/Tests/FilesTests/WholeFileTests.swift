import Foundation
import Testing

@testable import Files

@Suite struct WholeFileTests {
    private func folder(_ body: (String) throws -> Void) throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID())")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        try body(place.path)
    }

    @Test func aFileIsReadAsAWholeOrItIsSaidWhyNot() throws {
        try folder { folder in
            let path = folder + "/a"
            #expect(try WholeFile.bytes(of: path, mostBytes: 4) == nil)
            try Data([1, 2, 3, 4]).write(to: URL(filePath: path))
            #expect(try WholeFile.bytes(of: path, mostBytes: 4) == [1, 2, 3, 4])
            #expect(throws: WholeFile.Problem(description: "it is too large")) {
                try WholeFile.bytes(of: path, mostBytes: 3)
            }
            #expect(throws: WholeFile.Problem(description: "it is no file")) {
                try WholeFile.bytes(of: folder, mostBytes: 3)
            }
        }
    }

    @Test func aMarkIsAnotherOneAfterEachChange() throws {
        try folder { folder in
            let (path, none) = (folder + "/a", FileMark(folder + "/b"))
            var marks = [FileMark(folder)]
            for bytes in [[1], [1, 2], [3, 4]] as [[UInt8]] {
                // Each is another file, as editors write them.
                try Data(bytes).write(to: URL(filePath: path), options: .atomic)
                marks.append(FileMark(folder))
                #expect(FileMark(folder) == marks.last)
            }
            #expect(marks.indices.allSatisfy { !marks[..<$0].contains(marks[$0]) })
            #expect(FileMark(path) != none && FileMark(folder + "/b") == none)
        }
    }
}

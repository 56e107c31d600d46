import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostConfig

/// Random ways of saving, one after the other: whatever the last one was, it is told.
@Suite(.timeLimit(.minutes(2)))
struct SavingTests {
    private enum Way: CaseIterable {
        case inPlace, renamed, removedAndMade, throughLink, folderExchanged, folderMadeAnew
    }

    private static func save(_ text: String, _ way: Way, number: Int, in scratch: TestFolder) throws {
        let name = "at/plugins.yaml"
        switch way {
        case .inPlace:
            try scratch.write(text, to: name)
        case .renamed:
            try scratch.replace(name, with: text)
        case .removedAndMade:
            try scratch.remove(name)
            try scratch.write(text, to: name)
        case .throughLink:
            try scratch.write(text, to: "aim-\(number)")
            try scratch.link("at/link", to: "../aim-\(number)")
            try scratch.rename("at/link", to: name)
        case .folderExchanged:
            try scratch.makeFolder("folder-\(number)")
            try scratch.write(text, to: "folder-\(number)/plugins.yaml")
            try scratch.rename("at", to: "retired-\(number)")
            try scratch.rename("folder-\(number)", to: "at")
        case .folderMadeAnew:
            try scratch.remove(name)
            try scratch.remove("at")
            try scratch.makeFolder("at")
            try scratch.write(text, to: name)
        }
    }

    @Test(arguments: [UInt64.random(in: 1 ... .max), UInt64.random(in: 1 ... .max), 0x51])
    func `the last of any saves is told`(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let scratch = try TestFolder()
        try scratch.makeFolder("at")
        try scratch.write("first", to: "at/plugins.yaml")
        let loop = try DescriptorLoop()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            defer { group.cancelAll() }
            let subject = FileWatcherTests.Subject(try FileWatcher(path: scratch["at/plugins.yaml"], on: loop))
            var number = 0
            for _ in 0..<150 {
                for _ in 0...Int.random(in: 0...3, using: &random) {
                    number += 1
                    let way = try #require(Way.allCases.randomElement(using: &random))
                    try Self.save("save \(number)", way, number: number, in: scratch)
                }
                #expect(await subject.next() != nil)
                await subject.waits(for: "save \(number)", at: scratch["at/plugins.yaml"])
            }
        }
    }
}

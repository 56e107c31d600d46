import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

/// `docs/first-feature.md` tells the truth: what it says to type is typed, what it shows is what comes.
@Suite struct FirstFeaturePageTests {
    /// How many commands the page has; to be changed with it.
    private static let count = 33

    @Test func everyCommandDoesWhatThePageShows() async throws {
        let page = ConsolePage(try CommittedFile.text("docs/first-feature.md"))
        #expect(page.problems == [])
        try #require(page.commands.count == Self.count)

        let shipped = try await ShippedProgram()
        let folder = try TestFolder()
        let session = ShellSession(
            folder: folder, programs: shipped.folder.path, address: "127.0.0.1:\(try Self.freePort())")
        let outcomes = try await session.run(page.commands)
        try #require(outcomes.count == Self.count)
        for (command, outcome) in zip(page.commands, outcomes) {
            let place = "docs/first-feature.md:\(command.line): \(command.text)"
            let said = outcome.printed.joined(separator: "\n")
            #expect((outcome.code == 0) == !command.fails, "\(place) ended with \(outcome.code):\n\(said)")
            #expect(ShownOutput(shown: command.shown).isLike(outcome.printed), "\(place) printed:\n\(said)")
        }
    }

    /// A port that nobody has at this moment.
    private static func freePort() throws -> UInt16 {
        let socket = try Descriptor { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try SystemError.check {
            unsafe withUnsafePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(socket.number, $0, length) }
            }
        }
        try SystemError.check {
            unsafe withUnsafeMutablePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe getsockname(socket.number, $0, &length)
                }
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}

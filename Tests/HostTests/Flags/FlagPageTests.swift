import Foundation
import TestSupport
import Testing

/// What the pages show is what the program does.
@Suite(.timeLimit(.minutes(2)))
struct FlagPageTests {
    private static func page(_ name: String) throws -> String {
        try String(contentsOfFile: "\(Built.tree)/\(name)", encoding: .utf8)
    }

    /// The first block of a language that holds a text.
    private static func block(_ language: String, with text: String, in page: String) throws -> String {
        let parts = try Self.page(page).components(separatedBy: "```")
        let found = parts.first { $0.hasPrefix("\(language)\n") && $0.contains(text) }
        return try #require(found.map { String($0.dropFirst(language.count + 1)) })
    }

    private func flagstand(_ words: [String], _ document: String) async throws -> FlagCommandTests.Outcome {
        let folder = try TestFolder()
        try folder.write("plugins.yaml", document)
        var command = HostCommand(words + ["--config", "plugins.yaml"])
        command.folder = folder.path
        return try await HostProcess.end(of: command)
    }

    @Test func `the form for people is evaluated and explained as the page says`() async throws {
        let shown = try Self.block("yaml", with: "name: spaniards on a new app", in: "docs/flags.md")
        // No feature is called so here.
        let document = shown.replacing(#/ +requires: .*\n/#, with: "")
        let console = try Self.block("console", with: "flagstand explain", in: "docs/flags.md")
        for part in console.components(separatedBy: "$ flagstand ").dropFirst() {
            let lines = part.split(separator: "\n").map(String.init)
            let answer = try await flagstand(lines[0].split(separator: " ").map(String.init), document)
            #expect(answer.exit == .code(0), "\(answer)")
            // Lines that the page leaves out stand for others.
            for line in lines.dropFirst() where line.trimmingCharacters(in: .whitespaces) != "…" {
                #expect(answer.output.contains(line + "\n"), "\(lines[0]): \(line)\n\(answer.output)")
            }
        }
    }
}

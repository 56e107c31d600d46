import TestSupport
import Testing

/// `README.md` tells the truth; what compiles a module is typed from `docs/first-feature.md` alone.
@Suite struct ReadmeTests {
    /// How many commands the page has; to be changed with it.
    private static let count = 21

    @Test func everyCommandDoesWhatThePageShows() async throws {
        let page = ConsolePage(try CommittedFile.text("README.md"), untyped: "sh")
        let shipped = try await ShippedProgram(features: true)
        try await page.expectTrue(of: "README.md", count: Self.count, with: shipped)
    }

    @Test func itIsShort() throws {
        let lines = try CommittedFile.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 121)
    }
}

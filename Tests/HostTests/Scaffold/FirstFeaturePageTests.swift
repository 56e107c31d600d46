import TestSupport
import Testing

/// `docs/first-feature.md` tells the truth: what it says to type is typed, what it shows is what comes.
@Suite struct FirstFeaturePageTests {
    /// How many commands the page has; to be changed with it.
    private static let count = 34

    @Test func everyCommandDoesWhatThePageShows() async throws {
        let page = ConsolePage(try CommittedFile.text("docs/first-feature.md"))
        try await page.expectTrue(of: "docs/first-feature.md", count: Self.count, with: try await ShippedProgram())
    }
}

internal import FeatureKit

extension Office {
    /// So many are read at once while the feature starts.
    private static let page = 1_000

    /// Reads what searches look through.
    ///
    /// What is written meanwhile is shown by whoever writes it, and counts where it is newer than what is read here.
    func readGuide() async throws {
        var place: PageCursor?
        repeat {
            let page = try await bars.query(limit: Self.page, after: place)
            guide.withLock { guide in for bar in page.items { guide.show(bar) } }
            place = page.next
        } while place != nil
        // Wherever bars are, today and tomorrow lie among these.
        let today = Day(String(clock.now.description.prefix(10)))
        let days = (-1...2).compactMap { today?.advanced(by: $0).description }
        repeat {
            let page = try await sittings.query(where: [.among("date", days)], limit: Self.page, after: place)
            guide.withLock { guide in for sitting in page.items { guide.show(sitting) } }
            place = page.next
        } while place != nil
    }

    func search(_ request: Search, _ call: Call) throws -> FoundPage {
        let question = try SearchQuestion(request, settings)
        let now = clock.now
        // Only the taking needs the lock: what was taken stays as it is.
        return guide.withLock { $0.view }.search(question, at: now)
    }
}

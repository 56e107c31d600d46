@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import TestSupport

@testable import HostRuntime

extension ConfigurationManager {
    /// Keeps the document in a folder of a test, which is the state folder too.
    init(
        in folder: TestFolder, _ host: TestHost, clock: any ClockSource = SystemClock(),
        ask: @escaping AddressAnswer.Ask = { _, _ in .failed("no network") },
        survey: @escaping @Sendable (_ folders: [String], _ opening: Set<String>) async -> Survey
    ) throws {
        try self.init(
            path: folder["plugins.yaml"], state: folder.path, board: host.flags, bus: host.bus,
            registry: host.registry, log: Log(feature: "host", sink: host.log.sink), clock: clock, ask: ask,
            survey: { folders, opening, _, _ in await survey(folders, opening) }, apply: { _ in })
    }
}

extension Overrides {
    /// What lies in the state folder now.
    static func kept(in folder: TestFolder) -> Overrides {
        let content = JournalStore(folder: folder.path).read().content
        return content.flatMap { try? Overrides($0.overrides) } ?? Overrides()
    }

    /// Lays them into the state folder, as a host leaves them.
    func keep(in folder: TestFolder) async throws {
        let store = JournalStore(folder: folder.path)
        let found = store.read()
        var (journal, content) = (found.journal, found.content ?? RevisionContent())
        content.overrides = value
        journal.append(
            store.outline(of: content), at: Timestamp(nanoseconds: 0), by: nil, because: nil, cause: .start, summary: ""
        )
        try await store.commit(journal, content)
    }
}

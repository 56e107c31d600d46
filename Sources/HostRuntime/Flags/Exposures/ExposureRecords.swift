@_spi(Hosting) package import FeatureKit

/// What is written down of exposures: the newest ones, in the host's own store.
package final class ExposureRecords: Sendable {
    /// How many are kept; the oldest give way.
    package static let most = 100_000
    /// How many are shown where nobody says how many.
    package static let shown = 100
    /// The most records of one answer.
    package static let mostAsked = 10_000
    /// The owner of the store that holds them.
    package static let owner = "host"

    /// Indexed by time and by flag, the two ways in which they are queried.
    private static let documents = Documents<FlagExposure>("exposures", indexes: [.on("at"), .on("flag", "at")])
    /// The order of queries: the newest first.
    private static let newest = StoreOrder.descending(by: "at")

    private let collection: CheckedCollection
    private let engine: any StoreEngine
    /// How many there are; nil until somebody has counted.
    private let count = Lock<Int?>(nil)

    private let most: Int

    /// Opens them.
    ///
    /// - Parameter most: How many are kept.
    package init(in stores: any StoreSource, keeping most: Int = ExposureRecords.most) async throws {
        self.most = most
        collection = try CheckedCollection(Self.documents.layout, of: Self.owner)
        engine = try await stores.open(Self.owner, [collection])
    }

    /// Writes exposures down, all or none of them, and lets the oldest go.
    func append(_ exposures: [FlagExposure]) async throws {
        let collection = collection
        let (known, most) = (count.withLock { $0 }, most)
        let every = try CheckedQuery(of: collection, where: [], order: nil, limit: 1, after: nil)
        let oldest = try CheckedQuery(of: collection, where: [], order: .by("at"), limit: StoreLimits.page, after: nil)
        let counted = try await engine.write { session in
            var count = try known ?? session.count(every, of: collection)
            count += exposures.count
            for exposure in exposures {
                _ = try session.put(exposure, id: StoreID.random(), in: collection, expecting: .absent)
            }
            while count > most {
                let page = try session.page(oldest, of: collection, as: FlagExposure.self)
                let surplus = page.items.prefix(count - most)
                guard !surplus.isEmpty else { break }
                for item in surplus { _ = try session.delete(item.id, in: collection, expecting: .anything) }
                count -= surplus.count
            }
            return count
        }
        count.withLock { $0 = counted }
    }

    /// What is written down, the oldest first.
    ///
    /// - Parameters:
    ///   - flag: Only those of this flag.
    ///   - most: How many at most, the newest.
    package func read(flag: String? = nil, most: Int = .max) async throws -> [FlagExposure] {
        let conditions = flag.map { [StoreCondition.equals("flag", $0)] } ?? []
        let collection = collection
        return try await engine.read { session in
            var found: [FlagExposure] = []
            var cursor: PageCursor?
            repeat {
                let query = try CheckedQuery(
                    of: collection, where: conditions, order: Self.newest,
                    limit: min(StoreLimits.page, most - found.count), after: cursor)
                let page = try session.page(query, of: collection, as: FlagExposure.self)
                found += page.items.map(\.document)
                cursor = page.next
            } while cursor != nil && found.count < most
            return found.reversed()
        }
    }

    /// The flags of which something is written down.
    package func flags() async throws -> Set<String> { Set(try await read().map(\.flag)) }
}

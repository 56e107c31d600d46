@_spi(Hosting) package import FeatureKit

/// Stores in SQLite files.
package struct SQLiteFiles: StoreFiles {
    package init() {}

    package var suffix: String { ".db" }

    package func open(
        _ path: String, of feature: String, _ collections: [CheckedCollection], _ quota: StoreQuota,
        onDamage: @escaping @Sendable (StoreError) -> Void
    ) async throws(StoreError) -> any KeptEngine { throw StoreError(.unavailable, "not yet") }

    package func standing(of path: String, feature: String) async throws(StoreError) -> StoreStanding {
        throw StoreError(.unavailable, "not yet")
    }

    package func check(_ path: String, of feature: String) async throws(StoreError) -> StoreCheck {
        throw StoreError(.unavailable, "not yet")
    }

    package func backup(_ path: String, of feature: String, to copy: String) async throws(StoreError) -> Int {
        throw StoreError(.unavailable, "not yet")
    }

    package func compact(_ path: String, of feature: String) async throws(StoreError) -> (before: Int, after: Int) {
        throw StoreError(.unavailable, "not yet")
    }
}

internal import HostConfig
package import HostStore

extension Orders {
    /// How much each feature may keep.
    package var quotas: [String: StoreQuota] {
        document.features.mapValues { StoreQuota(documents: $0.store.documents, bytes: $0.store.bytes) }
    }
}

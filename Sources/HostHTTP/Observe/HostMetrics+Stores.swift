import HostStore

/// Metrics of the open stores; the counters are reset each time the module starts.
extension HostMetrics {
    /// The state of a module's store.
    typealias OpenStore = (feature: String, quota: StoreQuota, status: StoreStatus)

    func writeStores(_ out: inout Exposition) {
        func write(_ name: String, _ kind: Exposition.Kind, _ help: String, _ value: (OpenStore) -> Int) {
            out.write(name, kind, help, stores.map { ([("feature", $0.feature)], Double(value($0))) })
        }
        write("flagstand_store_documents", .gauge, "Documents that the feature keeps.") {
            $0.status.documents
        }
        write("flagstand_store_blobs", .gauge, "Blobs that it keeps.") { $0.status.blobs }
        write("flagstand_store_bytes", .gauge, "Bytes of both, as its quota counts them.") {
            $0.status.bytes
        }
        write("flagstand_store_most_documents", .gauge, "Documents that it may keep.") { $0.quota.documents }
        write("flagstand_store_most_bytes", .gauge, "Bytes that it may keep.") { $0.quota.bytes }
        write("flagstand_store_commits_total", .counter, "Transactions that wrote something.") { $0.status.commits }
        write("flagstand_store_batches_total", .counter, "Waits for the disk that they took together.") {
            $0.status.batches
        }
        write("flagstand_store_waiting", .gauge, "Transactions that wait now.") { $0.status.waiting }
        write(
            "flagstand_store_refused_total", .counter,
            "Transactions and reads that were turned away, since too many waited."
        ) {
            $0.status.refused
        }
        out.write(
            "flagstand_store_damaged", .gauge, "Always 1, for each store in which damage was found.",
            damagedStores.map { ([("feature", $0)], 1) })
    }
}

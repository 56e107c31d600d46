import HostStore
import Testing

@Suite struct StoreQuotaTests {
    @Test func `a feature may keep a million documents and a gibibyte unless something else is said`() {
        #expect(StoreQuota() == StoreQuota(documents: 1_000_000, bytes: 1 << 30))
    }
}

import FeatureKit
import FlagEngine
import HTTPServer
import HostRuntime
import Testing

@testable import HostHTTP

/// The state that a client says it was told about.
@Suite struct ToldStateTests {
    private static func told(_ target: String) -> ToldState? { ToldState(of: Request(.post, target)) }

    @Test(
        arguments: [
            ("/f", nil), ("/f?flagConfigEtag=", nil), ("/f?flagConfigLastModified=5", nil),
            ("/f?flagConfigEtag=a", ToldState(etag: "a", since: nil)),
            ("/f?flagConfigEtag=%22a%22", ToldState(etag: "a", since: nil)),
            (
                "/f?flagConfigEtag=W%2F%22a%22&flagConfigLastModified=1771622898",
                ToldState(etag: "a", since: 1_771_622_898)
            ),
            (
                "/f?flagConfigLastModified=2026-02-20T21:28:18Z&flagConfigEtag=a",
                ToldState(etag: "a", since: 1_771_622_898)
            ),
            ("/f?flagConfigEtag=a&flagConfigLastModified=soon", ToldState(etag: "a", since: nil)),
        ] as [(String, ToldState?)])
    func `the state is read from the query`(target: String, expected: ToldState?) {
        #expect(Self.told(target) == expected)
    }

    @Test(
        arguments: [
            ("now", nil, true), ("before", nil, true), ("elsewhere", nil, false), ("elsewhere", 99, true),
            ("elsewhere", 100, false), ("elsewhere", 101, false), ("now", 101, true),
        ] as [(String, Int64?, Bool)])
    func `a state is reached if it is current, was current before, or is older`(
        etag: String, since: Int64?, isReached: Bool
    ) {
        let snapshot = FlagBoard.Snapshot(
            TestFlags.program([]), etag: "now", since: Timestamp(nanoseconds: 100_500_000_000))
        #expect(ToldState(etag: etag, since: since).isReached(by: snapshot, after: ["before", "now"]) == isReached)
    }
}

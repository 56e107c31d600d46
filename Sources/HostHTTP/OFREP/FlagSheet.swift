import FeatureKit
import FlagEngine
import HostRuntime

/// The flags of one revision as OFREP shows them.
final class FlagSheet: Sendable {
    let snapshot: FlagBoard.Snapshot
    let lines: FlagLines
    /// What follows the flags where all of them are asked for.
    let end: [UInt8]

    init(_ snapshot: FlagBoard.Snapshot) {
        self.snapshot = snapshot
        lines = FlagLines(snapshot.program)
        let metadata = snapshot.metadata.isEmpty ? "" : #""metadata":\#(Value.object(snapshot.metadata).json),"#
        end = Array(#"],\#(metadata)"eventStreams":\#(Self.streams(of: snapshot).json)}"#.utf8)
    }

    /// More than most answers about all flags need.
    var usualSize: Int { lines.usualSize &+ end.count &+ 64 }

    /// Where clients hear of changes; with the state that they have then, which the stream need not tell them.
    private static func streams(of snapshot: FlagBoard.Snapshot) -> Value {
        let target = "\(FlagStreamEndpoint.path)?\(FlagStreamEndpoint.known)=\(snapshot.etag)"
        return [["type": "sse", "endpoint": ["requestUri": .text(target)], "inactivityDelaySec": 120]]
    }
}

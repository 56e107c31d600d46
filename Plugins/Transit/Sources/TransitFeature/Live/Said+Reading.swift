internal import FeatureKit
internal import TransitContracts
internal import TransitEngine

extension LiveBoard.Said {
    init(
        _ bytes: [UInt8], of snapshot: Snapshot, prefix: String, at now: Timestamp
    ) throws(TransitRefusal) {
        throw .unreadable(why: "no reader yet")
    }
}

internal import FeatureKit

/// What a member of staff says of a zone, or of the whole track.
struct StaffWord: Equatable, Sendable {
    var mode: Mode
    var message: String?
    /// Who says so.
    var by: String
    var at: Timestamp
    /// It counts before that; without it until it is taken back.
    var until: Timestamp?
}

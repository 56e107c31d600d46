internal import FeatureKit

/// What the network says now: everything at once, so that what it leaves out it does not say any more.
///
/// Whoever reads the network hands one in each time that it was heard from, also where nothing changed: it is the word of
/// it that keeps the network from being stale.
struct NetworkReport: Equatable, Sendable {
    /// What it says of the track as a whole; sectors and zones may be worse.
    var mode: Mode
    /// Whether the safety car, virtual or not, is about to go.
    var isEnding = false
    var message: String?
    /// The way out, in an evacuation.
    var route: String?
    /// In °C.
    var temperature: Double?
    var humidity: Double?
    var wind: Double?
    var forecast: String?
    var sectors: [Int: Mode] = [:]
    var zones: [Int: Mode] = [:]
    /// When it was written, by the network's own clock.
    var updated: Timestamp?
    /// The same for as long as it is the same statement: an evacuation that staff have cleared is not raised again by it.
    var identity: String
}

extension NetworkReport {
    /// The worst that it says anywhere.
    var worst: Mode { ([mode] + sectors.values + zones.values).max() ?? mode }
}

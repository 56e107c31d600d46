internal import FeatureKit

extension KnownBeacon {
    /// How a beacon is, as far as it was heard since the start; times are the host's own that never go back.
    struct State: Sendable, Equatable {
        /// Since when it is known.
        let since: Duration
        var first: Duration?
        var last: Duration?
        /// Who heard it last.
        var listener: String?
        var rssi: Int8?
        /// How often it was heard.
        var times: UInt64 = 0
        /// What it said last.
        var said: Said?
        /// What gateways know of it.
        var battery: Int?
        var brightness: Int?
        var shows: Mode?
        /// The gateway that heard it last, by radio or otherwise, and when.
        var gateway: String?
        var atGateway: Duration?
        /// How often somebody spoke in its name who was not believed, and why the last time.
        var refused: UInt64 = 0
        var why: AdvertRefusal?

        var isOnline = false
        /// Whether anybody was told how it is, and whether there is something to tell.
        var isTold = false
        var isNews = false

        init(since: Duration) { self.since = since }

        /// When it is offline unless it is heard before.
        func deadline(_ silence: Duration) -> Duration? {
            if isOnline { return (last ?? since) + silence }
            return isTold || isNews ? nil : since + silence
        }
    }

    struct Said: Sendable, Equatable {
        let zone: UInt16
        let mode: Mode
        let sequence: UInt16
    }

    /// A known beacon with what belongs to it.
    struct Entry: Sendable {
        let card: Card
        var state: State

        init(_ beacon: KnownBeacon, key: SigningKey?, isKept: Bool, state: State) {
            card = Card(beacon, key, isKept)
            self.state = state
        }

        var beacon: KnownBeacon { card.beacon }
        var key: SigningKey? { card.key }
        /// Whether staff put it here; those of the settings only the document changes.
        var isKept: Bool { card.isKept }
    }

    /// What does not change of a known beacon: each word that is heard looks at it, and copies nothing.
    final class Card: Sendable {
        let beacon: KnownBeacon
        let key: SigningKey?
        let isKept: Bool
        let hasKey: Bool

        init(_ beacon: KnownBeacon, _ key: SigningKey?, _ isKept: Bool) {
            (self.beacon, self.key, self.isKept, hasKey) = (beacon, key, isKept, key != nil)
        }
    }
}

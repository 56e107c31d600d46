internal import FeatureKit
internal import Speech

/// Something that a client plays.
@Record struct PlayItem: Equatable, PlaylistItem {
    /// What tells it from every other one, also after a restart: a client plays it once.
    @Text(1...200) var id: String
    /// The number by which the client says that it was played.
    @In(0...Int64.max) var utterance: Int64 = 0
    /// The stop that is told; absent for what interrupts the walk.
    var stop: ID<Stop>?
    /// The name of the stop.
    @Text(0...200) var stopName: String = ""
    /// What is spoken.
    @Text(1...2_000) var text: String
    /// The language of the text.
    @Text(2...35) var language: String
    /// The place of the stop on the route.
    @In(0...1_000) var order = 0
    /// The path of its sound below the module's mount; what has none is spoken by the client.
    @Text(1...200) var sound: String?
}

/// What a client is to do: play something, stop something, or both.
@Record struct PlayEvent: Equatable {
    /// The id of the event, after which a client that comes back goes on.
    @Text(1...60) var eventID: String
    /// Whether it says what is played now, rather than what changes.
    var isSnapshot: Bool
    /// The utterance that is not played on; it comes again later where it was interrupted.
    @In(1...Int64.max) var stop: Int64?
    /// What to play now.
    var play: PlayItem?
    /// How many wait after it.
    @In(0...10_000) var waiting: Int
    /// Whether only emergencies are played.
    var isPaused: Bool

    init(_ event: Player.Event) {
        self.init(
            eventID: event.id, isSnapshot: event.isSnapshot, stop: event.stop, play: event.play, waiting: event.waiting,
            isPaused: event.isPaused)
    }
}

/// What is played on a walk.
typealias Player = Playlist<PlayItem>

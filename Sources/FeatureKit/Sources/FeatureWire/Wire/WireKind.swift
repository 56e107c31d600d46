/// What a message between a host and a worker is about; an open set, where unknown ones end the link.
///
/// `→` goes from the host to the worker, `←` the other way. A conversation has the number that the side which began it
/// has chosen: the host's are even, the worker's odd, 0 belongs to none.
@_spi(Hosting) public struct WireKind: Sendable, Hashable, RawRepresentable {
    /// The number on the wire.
    public let rawValue: UInt8

    /// Takes a number from the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    private init(_ number: UInt8) { rawValue = number }

    // MARK: The link's own
    /// `←→` Who it is and what it can do; the first message of each side.
    public static let hello = WireKind(0)
    /// `→` Asks whether the worker's threads still make progress.
    public static let ping = WireKind(1)
    /// `←` They do, and for how long the oldest piece of work has held its thread.
    public static let pong = WireKind(2)
    /// `←` In a rehearsal: it has nothing left to do, and how many messages it had taken by then.
    public static let rest = WireKind(3)
    /// `←→` The answer to a conversation.
    public static let reply = WireKind(4)
    /// `←→` The refusal of a conversation.
    public static let refusal = WireKind(5)

    // MARK: A feature's life
    /// `←` What the library's feature is made of.
    public static let description = WireKind(10)
    /// `→` Make it and run it: settings, log levels, the kind of clock.
    public static let begin = WireKind(11)
    /// `←` `ready()`.
    public static let ready = WireKind(12)
    /// `←` `run()` has ended, and why.
    public static let ended = WireKind(13)
    /// `→` Asks the feature to stop.
    public static let drain = WireKind(14)
    /// `→` Cancels the feature.
    public static let cancel = WireKind(15)
    /// `→` New settings; answered.
    public static let reconfigure = WireKind(16)
    /// `←` A line of its log.
    public static let log = WireKind(17)
    /// `→` Which lines of its log are wanted.
    public static let logLevel = WireKind(18)
    /// `←` It used its store otherwise than it declared.
    public static let misuse = WireKind(19)

    /// `←` Its run has ended, or is about to: it reads and serves no more.
    public static let drained = WireKind(20)
    /// `→` Settings that its feature is to check without running with them; answered by `settingsProblems`.
    public static let checkSettings = WireKind(21)
    /// `←` What its feature finds wrong with settings.
    public static let settingsProblems = WireKind(22)

    // MARK: Topics
    /// `←` Opens a topic for publishing; answered.
    public static let openPublisher = WireKind(30)
    /// `←` Publishes.
    public static let publish = WireKind(31)
    /// `←` Publishes once there is room; answered.
    public static let publishWaiting = WireKind(32)
    /// `←` How many publications did not fit into the wire.
    public static let lost = WireKind(33)
    /// `←` Reads a topic from now on; answered.
    public static let subscribe = WireKind(34)
    /// `←` Asks for the next messages, as many as a batch holds.
    public static let take = WireKind(35)
    /// `→` Messages of a topic.
    public static let deliver = WireKind(36)
    /// `←` Reads a topic no longer.
    public static let unsubscribe = WireKind(37)
    /// `→` No more messages will come.
    public static let endOfMessages = WireKind(38)
    /// `←` How many messages a reader has lost; answered.
    public static let dropped = WireKind(39)

    // MARK: Routes
    /// `←` Offers a route; answered.
    public static let serve = WireKind(40)
    /// `←` Withdraws a route.
    public static let withdraw = WireKind(41)
    /// `→` A request to a route; answered by `reply`, `refusal`, `media`, or by `next` and `end`.
    public static let ask = WireKind(42)
    /// `←` The next reply of a route that streams.
    public static let next = WireKind(43)
    /// `→` The last reply has been taken.
    public static let taken = WireKind(44)
    /// `→` Nobody reads the stream any more.
    public static let gone = WireKind(45)
    /// `←` The stream has ended.
    public static let end = WireKind(46)
    /// `←` A request to another feature; answered.
    public static let request = WireKind(47)
    /// `←→` The side that asked does not wait any more.
    public static let forget = WireKind(48)
    /// `←→` Media, in answer to a conversation.
    public static let media = WireKind(49)

    // MARK: Stores, flags, time
    /// `←` Opens the store for reading at one moment; answered.
    public static let read = WireKind(60)
    /// `←` Opens a transaction; answered.
    public static let write = WireKind(61)
    /// `←` One operation in either; answered.
    public static let operation = WireKind(62)
    /// `←` Ends either; answered.
    public static let finish = WireKind(63)
    /// `←` Asks for changes of a collection; answered.
    public static let changes = WireKind(64)
    /// `←` Waits for the next change; answered.
    public static let untilChanged = WireKind(65)
    /// `←` Asks which value a flag has for a caller; answered.
    public static let flag = WireKind(70)
    /// `→` In a rehearsal: the time.
    public static let time = WireKind(71)
    /// `←` In a rehearsal: asks to be woken; answered.
    public static let sleep = WireKind(72)
}

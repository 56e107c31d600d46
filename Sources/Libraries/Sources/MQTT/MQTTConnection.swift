internal import CMosquitto
internal import Dispatch
internal import FeatureKit
internal import Glibc

/// Where an MQTT broker is, what is subscribed to, and how to sign in.
public struct MQTTSubscription: Sendable {
    /// The broker's address.
    public var host: String
    /// The broker's port.
    public var port: Int
    /// The topics, with `+` and `#`.
    public var topic: String
    /// The name to sign in with.
    public var user: String?
    /// The password to sign in with.
    public var password: String?
    /// The file of certificates that the broker's is checked against; without it the connection is not encrypted.
    public var certificates: String?

    /// A subscription to topics of a broker.
    public init(
        host: String, port: Int = 1883, topic: String, user: String? = nil, password: String? = nil,
        certificates: String? = nil
    ) {
        (self.host, self.port, self.topic) = (host, port, topic)
        (self.user, self.password, self.certificates) = (user, password, certificates)
    }
}

/// A connection to an MQTT broker that reads messages, on a thread of its own, until it breaks or its task is cancelled.
public final class MQTTConnection: Sendable {
    /// A message that was published.
    public struct Message: Sendable {
        /// The topic.
        public let topic: String
        /// The bytes.
        public let payload: [UInt8]

        /// A message.
        public init(topic: String, payload: [UInt8]) { (self.topic, self.payload) = (topic, payload) }
    }

    /// Why there is no connection.
    public struct Problem: Error, CustomStringConvertible {
        /// The reason in words, with the broker's address.
        public let description: String
    }

    /// Larger messages are dropped.
    public static let largestMessage = 1 << 20
    /// How long a silent connection is kept before the broker is asked whether it is there.
    private static let keepAlive: CInt = 30
    /// How long the thread waits for the broker at a time, in milliseconds.
    private static let wait: CInt = 1_000
    // Sets up the library once for the process; it counts its users, and lasts as long as the module's library.
    private static let isSetUp = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.code

    private let thread = DispatchQueue(label: "mqtt")
    private let settings: MQTTSubscription
    private let take: @Sendable (Message) -> Void
    private let begin: @Sendable () -> Void
    /// What the callbacks found out, and the handle while the connection runs.
    private let state = Lock(State())

    private struct State {
        /// The address of the library's handle, which locks what several threads may call; 0 where there is none.
        var handle: UInt = 0
        var isClosed = false
        var refusal: CInt = 0
        var isListening = false
    }

    /// - Parameters:
    ///   - begin: Called once the broker has accepted the subscription.
    ///   - take: Called with each message, on the connection's thread.
    public init(
        _ settings: MQTTSubscription, _ begin: @escaping @Sendable () -> Void,
        _ take: @escaping @Sendable (Message) -> Void
    ) {
        (self.settings, self.begin, self.take) = (settings, begin, take)
    }

    /// Reads messages until the connection breaks.
    ///
    /// - Throws: `Problem`; `CancellationError` once the task is cancelled.
    public func run() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                thread.async { continuation.resume(with: Result { try self.loop() }) }
            }
            throw CancellationError()
        } onCancel: {
            close()
        }
    }

    /// Runs the connection until it is closed.
    private func loop() throws(Problem) {
        let this = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard Self.isSetUp, let handle = unsafe mosquitto_new(nil, true, this) else {
            throw Problem(description: "libmosquitto can't be used on this machine")
        }
        defer {
            state.withLock { $0.handle = 0 }
            unsafe mosquitto_destroy(handle)
        }
        let isClosed = state.withLock { state in
            state.handle = UInt(bitPattern: handle)
            return state.isClosed
        }
        guard !isClosed else { return }
        try unsafe configure(handle)
        let code = unsafe mosquitto_connect_async(handle, settings.host, CInt(settings.port), Self.keepAlive)
        // Closing while it connects makes it fail.
        if state.withLock({ $0.isClosed }) { return }
        try check(code)
        while true {
            let code = unsafe mosquitto_loop(handle, Self.wait, 1)
            let (isClosed, refusal) = state.withLock { ($0.isClosed, $0.refusal) }
            if isClosed { return }
            guard refusal == 0 else { throw problem(unsafe String(cString: mosquitto_connack_string(refusal))) }
            try check(code)
        }
    }

    /// Ends `loop`.
    private func close() {
        state.withLock { state in
            state.isClosed = true
            // Under the lock, so that the handle is not destroyed meanwhile.
            if let handle = unsafe OpaquePointer(bitPattern: state.handle) { _ = unsafe mosquitto_disconnect(handle) }
        }
    }

    private func configure(_ handle: OpaquePointer) throws(Problem) {
        if let user = settings.user {
            try check(unsafe mosquitto_username_pw_set(handle, user, settings.password))
        }
        if let file = settings.certificates {
            try check(unsafe mosquitto_tls_set(handle, file, nil, nil, nil, nil))
        }
        unsafe mosquitto_connect_callback_set(handle) { handle, this, code in
            guard let connection = unsafe MQTTConnection.of(this), let handle = unsafe handle else { return }
            connection.state.withLock { $0.refusal = code }
            guard code == 0 else { return }
            _ = unsafe mosquitto_subscribe(handle, nil, connection.settings.topic, 0)
        }
        unsafe mosquitto_subscribe_callback_set(handle) { _, this, _, _, _ in
            unsafe MQTTConnection.of(this)?.begin()
        }
        unsafe mosquitto_message_callback_set(handle) { _, this, message in
            guard let connection = unsafe MQTTConnection.of(this), let message = unsafe message?.pointee,
                let topic = unsafe message.topic, unsafe message.payloadlen <= MQTTConnection.largestMessage
            else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
            connection.take(Message(topic: unsafe String(cString: topic), payload: unsafe Array(bytes)))
        }
    }

    private static func of(_ this: UnsafeMutableRawPointer?) -> MQTTConnection? {
        unsafe this.map { unsafe Unmanaged<MQTTConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func check(_ code: CInt) throws(Problem) {
        guard code != MOSQ_ERR_SUCCESS.code else { return }
        throw problem(
            code == MOSQ_ERR_ERRNO.code
                ? unsafe String(cString: strerror(errno)) : unsafe String(cString: mosquitto_strerror(code)))
    }

    private func problem(_ why: String) -> Problem {
        Problem(description: "the broker at \(settings.host):\(settings.port): \(why)")
    }
}

extension mosq_err_t {
    fileprivate var code: CInt { CInt(rawValue) }
}

/// A host's answer whose head is there and whose body is still to come; its calls block.
package final class HostReply {
    /// The most bytes of a body that is kept as a whole.
    package static let mostBodyBytes = 64 * 1024 * 1024

    package let head: ReplyHead
    private let connection: HostConnection
    private let limit: Duration
    private var reader: ReplyReader
    private var parts: [ReplyReader.Part] = []
    private var hasEnded = false
    private var eventReader = EventReader()
    private var events: [ServerEvent] = []

    init(_ connection: HostConnection, _ reader: ReplyReader, limit: Duration) throws(LocalSocketProblem) {
        self.connection = connection
        self.limit = limit
        var reader = reader
        var parts: [ReplyReader.Part] = []
        while parts.isEmpty { parts = try Self.more(connection, &reader, limit) }
        guard case .head(let head) = parts.removeFirst() else { throw .notUnderstood(.badStatusLine) }
        self.head = head
        self.reader = reader
        self.parts = parts
    }

    /// The whole body.
    package func body() throws(LocalSocketProblem) -> [UInt8] {
        var body: [UInt8] = []
        while let part = try nextBytes() {
            guard body.count + part.count <= Self.mostBodyBytes else {
                throw .notUnderstood(.bodyTooLarge(most: Self.mostBodyBytes))
            }
            body += part
        }
        return body
    }

    /// The next event of a body that is a stream of them; nil at its end.
    package func nextEvent() throws(LocalSocketProblem) -> ServerEvent? {
        while events.isEmpty {
            guard let bytes = try nextBytes() else { return nil }
            do throws(ReplyFault) { events = try eventReader.read(bytes) } catch { throw .notUnderstood(error) }
        }
        return events.removeFirst()
    }

    /// The next bytes of the body as they come; nil at its end.
    package func nextBytes() throws(LocalSocketProblem) -> [UInt8]? {
        while !hasEnded {
            if parts.isEmpty { parts = try Self.more(connection, &reader, limit) }
            guard !parts.isEmpty else { continue }
            switch parts.removeFirst() {
            case .body(let bytes): return bytes
            case .head: throw .notUnderstood(.moreThanOne)
            case .end: hasEnded = true
            }
        }
        return nil
    }

    private static func more(
        _ connection: HostConnection, _ reader: inout ReplyReader, _ limit: Duration
    ) throws(LocalSocketProblem) -> [ReplyReader.Part] {
        let bytes = try connection.receive(within: limit)
        do throws(ReplyFault) {
            return try bytes.isEmpty ? reader.close() : reader.read(bytes)
        } catch { throw error == .cutOff ? .gone : .notUnderstood(error) }
    }
}

/// The writer's end of a stream.
///
/// One that is let go without having been finished cuts the connection, so that the client can tell that it is not all.
final class ConnectionStream: BodyStream {
    private let pipe: StreamPipe
    private let connection: Connection?
    private let loop: Loop

    init(_ pipe: StreamPipe, _ connection: Connection?, _ loop: Loop) {
        self.pipe = pipe
        self.connection = connection
        self.loop = loop
    }

    deinit { if pipe.finish(abandoned: true) { tell() } }

    func write(_ bytes: [UInt8]) async throws(StreamClosed) {
        // Nothing at all would be the last chunk.
        guard !bytes.isEmpty else { return }
        let (tells, waits) = try pipe.write(bytes)
        if tells { tell() }
        if waits { try await pipe.waitForRoom() }
    }

    func untilClosed() async { await pipe.untilClosed() }

    func finish(_ last: [UInt8]) { if pipe.finish(last, abandoned: false) { tell() } }

    private func tell() {
        guard let connection, loop.post(.pump(pipe, connection)) else { return pipe.close() }
    }
}

extension Connection {
    private static let chunkEnd = Array("\r\n".utf8)
    static let lastChunk = Array("0\r\n\r\n".utf8)

    /// Begins an answer that comes bit by bit.
    func begin(_ pipe: StreamPipe, _ status: Status, _ fields: Fields, _ ticket: ExchangeTicket) {
        guard isAnswering(ticket) else { return pipe.close() }
        guard beginOpenAnswer(status, fields) else {
            pipe.close()
            return isAtWork ? () : process()
        }
        phase = .streaming(pipe)
        // The writer may have been faster.
        pump(pipe)
        if loop.isDraining { drain() }
    }

    /// Sends what a stream's writer has left.
    func pump(_ pipe: StreamPipe) {
        guard case .streaming(let current) = phase, current === pipe else { return }
        let load = pipe.take()
        for chunk in load.chunks { add(chunk: chunk) }
        if load.isFinished {
            pipe.close()
            if load.isAbandoned {
                finish()
                mustLinger = false
                isCut = true
                endAfterOutput()
                return
            }
            endOpenAnswer()
        }
        if !isAtWork { load.isFinished ? process() : flush() }
    }

    /// Writes the head of an answer whose length is not known; false if that was all, since it has no body.
    func beginOpenAnswer(_ status: Status, _ fields: Fields) -> Bool {
        guard let storage else { return false }
        let head = storage.head
        let hasBody = !status.isBodiless && head.method != .head
        let closes = loop.isDraining || !head.keepsAlive || head.isOld && hasBody
        let framing: ResponseHead.Framing =
            status.isBodiless ? .bodiless : head.isOld ? .untilEnd : .chunked
        ResponseHead(
            status: status, framing: framing,
            connection: ResponseHead.Connection(closes: closes, isOld: head.isOld)
        ).write(fields, date: loop.date.bytes, to: output)
        guard hasBody else {
            finish(storage, status, 0)
            phase = closes ? .closing : .idle
            return false
        }
        loop.timers.clear(token.slot)
        loop.counters.streams.add()
        openAnswer = OpenAnswer(status: status, isChunked: !head.isOld)
        keepLittle()
        return true
    }

    /// Ends the body; the next request may follow.
    func endOpenAnswer() {
        let closes = loop.isDraining || storage?.head.keepsAlive != true || openAnswer?.isChunked != true
        if openAnswer?.isChunked == true { output.add(Self.lastChunk) }
        finish()
        phase = closes ? .closing : .idle
    }

    /// Tells what became of an answer that came bit by bit.
    func finish() {
        guard let answer = openAnswer, let storage else { return }
        openAnswer = nil
        loop.counters.streams.add(-1)
        finish(storage, answer.status, answer.bytes)
    }

    private func add(chunk: [UInt8]) {
        openAnswer?.bytes &+= chunk.count
        guard openAnswer?.isChunked == true else { return output.add(chunk) }
        output.add(Array("\(String(chunk.count, radix: 16))\r\n".utf8))
        output.add(chunk)
        output.add(Self.chunkEnd)
    }

    /// Lets go of what a long answer does not need.
    private func keepLittle() {
        let small = storage?.small(loop.storages)
        giveStorageBack()
        storage = small
    }
}

/// A response's first lines, as they are written into a block.
struct ResponseHead {
    /// How the client finds the body's end.
    enum Framing {
        case length(Int)
        case chunked
        /// Where the connection ends, for clients that know no chunks.
        case untilEnd
        /// There never is a body.
        case bodiless
    }

    /// What it says about the connection.
    enum Connection {
        /// What a client takes for granted.
        case unsaid
        case keepAlive
        case close

        @inline(__always)
        init(closes: Bool, isOld: Bool) { self = closes ? .close : isOld ? .keepAlive : .unsaid }
    }

    private static let lineEnd: StaticString = "\r\n"
    /// How much the lines take that do not come from elsewhere, at most.
    private static let mostOwnBytes = 128

    let status: Status
    let framing: Framing
    let connection: Connection

    /// Writes the head, and a body where there is one, into what waits for the client.
    @inline(__always)
    func write(_ fields: Fields, date: [UInt8], body: [UInt8] = [], to output: Output) {
        let statusLine = StatusLine.bytes(of: status)
        let size = statusLine.count &+ date.count &+ fields.bytes.count &+ Self.mostOwnBytes
        // A body that is no larger than a block is copied beside its head and goes with it, a larger one stays as it is.
        let copies = size &+ body.count <= BlockPool.usualCapacity
        let (block, start) = output.reserve(size &+ (copies ? body.count : 0))
        var end = start
        @inline(__always)
        func add(_ bytes: [UInt8]) {
            block.write(bytes, at: end)
            end &+= bytes.count
        }
        @inline(__always)
        func add(_ text: StaticString) {
            block.write(text, at: end)
            end &+= text.utf8CodeUnitCount
        }
        add(statusLine)
        add(date)
        add(fields.bytes)
        add(framingLine)
        if case .length(let length) = framing { end = Self.write(length, to: block, at: end) }
        add(connectionLine)
        add(Self.lineEnd)
        if copies { add(body) }
        output.giveUp(start &+ size &+ (copies ? body.count : 0) &- end)
        if !copies { output.add(body) }
    }

    private var framingLine: StaticString {
        switch framing {
        case .length: "Content-Length: "
        case .chunked: "Transfer-Encoding: chunked\r\n"
        case .untilEnd, .bodiless: ""
        }
    }

    private var connectionLine: StaticString {
        switch connection {
        case .unsaid: ""
        case .keepAlive: "Connection: keep-alive\r\n"
        case .close: "Connection: close\r\n"
        }
    }

    /// Writes a length and ends its line.
    private static func write(_ length: Int, to block: ByteBlock, at start: Int) -> Int {
        var digits = 1
        var rest = length / 10
        while rest > 0 {
            digits &+= 1
            rest /= 10
        }
        rest = max(0, length)
        for place in stride(from: start &+ digits &- 1, through: start, by: -1) {
            block.write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10), at: place)
            rest /= 10
        }
        block.write(lineEnd, at: start &+ digits)
        return start &+ digits &+ lineEnd.utf8CodeUnitCount
    }
}

/// `HTTP/1.1 200 OK` and its end, written once for each status.
private enum StatusLine {
    private static let codes = 100...599
    private static let lines = codes.map(line)

    static func bytes(of status: Status) -> [UInt8] {
        codes.contains(status.code) ? lines[status.code &- codes.lowerBound] : line(500)
    }

    private static func line(_ code: Int) -> [UInt8] { Array("HTTP/1.1 \(code) \(Status(code))\r\n".utf8) }
}

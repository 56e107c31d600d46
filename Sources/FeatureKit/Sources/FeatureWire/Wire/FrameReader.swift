/// Puts messages together from the bytes of a stream, however those are cut; pure, and trusts none of them.
@_spi(Hosting) public struct FrameReader: Sendable {
    private struct Key: Hashable {
        let kind: WireKind
        let conversation: UInt32
    }

    /// What has not become a frame yet, behind `head` bytes that have.
    private var bytes: [UInt8] = []
    private var head = 0
    /// The plain message whose frames are coming in: others can't come between them.
    private var plain: (key: Key, body: [UInt8])?
    private var pieces: [Key: [UInt8]] = [:]
    private var unfinished = 0

    /// Begins with nothing.
    public init() {}

    /// Takes bytes as they come in.
    public mutating func add(_ more: UnsafeRawBufferPointer) {
        if head == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 0 {
            bytes.removeFirst(head)
            head = 0
        }
        unsafe bytes.append(contentsOf: more)
    }

    /// The next message that is whole; nil where more bytes are needed.
    ///
    /// - Throws: What is wrong with the bytes. Nothing can be read after that.
    public mutating func next() throws(WireError) -> WireMessage? {
        while let (head, place) = try frame() {
            if let message = try take(head, place) { return message }
        }
        return nil
    }

    /// The next frame that is there as a whole, and where its bytes lie.
    private mutating func frame() throws(WireError) -> (FrameHead, Range<Int>)? {
        guard bytes.count - head >= FrameHead.size else { return nil }
        let found: Result<FrameHead, WireError> = unsafe bytes.withUnsafeBytes { all in
            Result { () throws(WireError) in try unsafe FrameHead(reading: .init(rebasing: all[head...])) }
        }
        let frame = try found.get()
        let start = head + FrameHead.size
        guard bytes.count - start >= frame.count else { return nil }
        head = start + frame.count
        return (frame, start..<head)
    }

    private mutating func take(_ frame: FrameHead, _ place: Range<Int>) throws(WireError) -> WireMessage? {
        let key = Key(kind: frame.kind, conversation: frame.conversation)
        return frame.isPiece ? try takePiece(frame, key, place) : try takePlain(frame, key, place)
    }

    private mutating func takePlain(
        _ frame: FrameHead, _ key: Key, _ place: Range<Int>
    ) throws(WireError) -> WireMessage? {
        guard var (begun, body) = plain else {
            guard frame.isUnfinished else { return WireMessage(key.kind, key.conversation, Array(bytes[place])) }
            plain = (key, Array(bytes[place]))
            try grow(by: place.count)
            return nil
        }
        guard begun == key else { throw .malformed("a message begins before the last one has ended") }
        plain = nil
        guard body.count + place.count <= WireLimits.message else {
            throw .tooLarge("a message; \(WireLimits.message) bytes are the most")
        }
        body += bytes[place]
        begun = key
        if frame.isUnfinished {
            plain = (begun, body)
            try grow(by: place.count)
            return nil
        }
        unfinished -= body.count - place.count
        return WireMessage(key.kind, key.conversation, body)
    }

    private mutating func takePiece(
        _ frame: FrameHead, _ key: Key, _ place: Range<Int>
    ) throws(WireError) -> WireMessage? {
        // Taken out, so that adding to it copies nothing.
        guard var body = pieces.removeValue(forKey: key) else {
            guard frame.isUnfinished else { return WireMessage(key.kind, key.conversation, Array(bytes[place])) }
            guard pieces.count < WireLimits.questions else {
                throw .tooLarge("more than \(WireLimits.questions) messages in pieces at a time")
            }
            pieces[key] = Array(bytes[place])
            try grow(by: place.count)
            return nil
        }
        guard body.count + place.count <= WireLimits.pieced else {
            throw .tooLarge("media; \(WireLimits.media) bytes are the most")
        }
        body += bytes[place]
        if frame.isUnfinished {
            pieces[key] = body
            try grow(by: place.count)
            return nil
        }
        unfinished -= body.count - place.count
        return WireMessage(key.kind, key.conversation, body)
    }

    private mutating func grow(by count: Int) throws(WireError) {
        unfinished += count
        guard unfinished <= WireLimits.unfinished else {
            throw .tooLarge("its unfinished messages; \(WireLimits.unfinished) bytes are the most")
        }
    }
}

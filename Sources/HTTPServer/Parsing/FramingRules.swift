/// What a head's fields say about the connection and the body, and whether they agree.
///
/// Two servers that read these fields in two ways are two servers of which one can be lied to; so whatever could be
/// read in two ways is refused.
struct FramingRules: Sendable {
    private var hasHost = false
    private var length: Int?
    private var isChunked = false
    private var closes = false
    private var keepsAlive = false
    private var expectsContinue = false

    /// Takes note of a field if it is one of those.
    @inline(__always)
    mutating func note(
        _ bytes: borrowing Span<UInt8>, name: Range<Int>, value: Range<Int>
    ) throws(Refusal) {
        switch name.count {
        case 4 where bytes.isWord("host", in: name):
            guard !hasHost else { throw .repeatedHost }
            guard HostName.isValid(bytes, value) else { throw .malformedHost }
            hasHost = true
        case 6 where bytes.isWord("expect", in: name):
            guard bytes.isWord("100-continue", in: value) else { throw .unknownExpectation }
            expectsContinue = true
        case 10 where bytes.isWord("connection", in: name):
            noteConnection(bytes, value)
        case 14 where bytes.isWord("content-length", in: name):
            guard length == nil else { throw .repeatedLength }
            guard let number = Self.number(bytes, value) else { throw .malformedLength }
            length = number
        case 17 where bytes.isWord("transfer-encoding", in: name):
            guard !isChunked else { throw .repeatedCoding }
            guard bytes.isWord("chunked", in: value) else { throw .unknownCoding }
            isChunked = true
        default: break
        }
    }

    /// Fills in what follows from all fields together.
    func settle(_ bytes: borrowing Span<UInt8>, into head: inout RequestHead) throws(Refusal) {
        // Where the target names a host it is that one; what the field says does not count then.
        guard head.isOld || hasHost else { throw .missingHost }
        guard !isChunked || length == nil else { throw .lengthWithCoding }
        guard !isChunked || !head.isOld else { throw .oldCoding }
        head.framing = isChunked ? .chunked : length.map { $0 > 0 ? .length($0) : .none } ?? .none
        head.keepsAlive = !closes && (!head.isOld || keepsAlive)
        // An old client that says so can't mean it, and without a body there is nothing to wait for.
        head.expectsContinue = expectsContinue && !head.isOld && head.framing != .none
    }

    private mutating func noteConnection(_ bytes: borrowing Span<UInt8>, _ value: Range<Int>) {
        var list = TokenList(value)
        while let token = list.next(bytes) {
            if bytes.isWord("close", in: token) {
                closes = true
            } else if bytes.isWord("keep-alive", in: token) {
                keepsAlive = true
            }
        }
    }

    /// Digits alone; nil where they are more than a number holds.
    private static func number(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        var number = 0
        for place in range {
            guard ASCII.isDigit(bytes[place]) else { return nil }
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooLarge) = tens.addingReportingOverflow(Int(bytes[place] &- UInt8(ascii: "0")))
            guard !isTooLarge, !isStillTooLarge else { return nil }
            number = sum
        }
        return number
    }
}

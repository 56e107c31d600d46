/// Holds a text against RFC 8259 in one pass and writes down what it finds.
struct JSONScanner {
    let tape: JSONTape
    /// The bytes; the tokens on it are of no use here.
    let text: TapeView
    let limits: JSONLimits
    var position = 0

    /// Reads the tape's bytes and puts their tokens on it.
    static func scan(_ tape: JSONTape, limits: JSONLimits) throws(JSONFault) {
        try tape.lend { text throws(JSONFault) in
            var scanner = JSONScanner(tape: tape, text: text, limits: limits)
            try scanner.scan()
        }
    }

    var byte: UInt8 { text[byte: position] }

    private mutating func scan() throws(JSONFault) {
        if text[word: 0] & 0xFF_FFFF == 0xBF_BBEF { throw JSONFault(.byteOrderMark, at: 0) }
        let first = solid()
        guard position < text.byteCount else { throw JSONFault(.empty, at: position) }
        try value(from: first, depth: 0)
        _ = solid()
        guard position == text.byteCount else { throw JSONFault(.wantedNothingMore, at: position) }
    }

    private mutating func value(from byte: UInt8, depth: Int) throws(JSONFault) {
        switch byte {
        case UInt8(ascii: "\""): _ = try string(isName: false)
        case UInt8(ascii: "{"): try object(depth: depth &+ 1)
        case UInt8(ascii: "["): try list(depth: depth &+ 1)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        case UInt8(ascii: "+"): throw JSONFault(.plusSign, at: position)
        default: throw JSONFault(.wantedValue, at: position)
        }
    }

    private mutating func object(depth: Int) throws(JSONFault) {
        let index = try open(.object, depth: depth)
        let start = position
        var names = SeenNames(first: index &+ 1)
        position &+= 1
        var next = solid()
        if next != UInt8(ascii: "}") {
            guard next == UInt8(ascii: "\"") else { throw JSONFault(.wantedNameOrEnd, at: position) }
            while true {
                try names.add(try string(isName: true), on: tape)
                guard solid() == UInt8(ascii: ":") else { throw JSONFault(.wantedColon, at: position) }
                position &+= 1
                try value(from: solid(), depth: depth)
                next = solid()
                if next == UInt8(ascii: "}") { break }
                guard next == UInt8(ascii: ",") else { throw JSONFault(.wantedCommaOrEndOfMapping, at: position) }
                position &+= 1
                guard solid() == UInt8(ascii: "\"") else { throw JSONFault(.wantedName, at: position) }
            }
            try names.finish(on: tape)
        }
        position &+= 1
        tape.replace(
            index, with: JSONToken(container: .object, at: start, count: names.count, next: tape.tokenCount))
    }

    private mutating func list(depth: Int) throws(JSONFault) {
        let index = try open(.list, depth: depth)
        let start = position
        var count = 0
        position &+= 1
        var next = solid()
        if next != UInt8(ascii: "]") {
            while true {
                try value(from: next, depth: depth)
                count &+= 1
                next = solid()
                if next == UInt8(ascii: "]") { break }
                guard next == UInt8(ascii: ",") else { throw JSONFault(.wantedCommaOrEndOfList, at: position) }
                position &+= 1
                next = solid()
            }
        }
        position &+= 1
        tape.replace(index, with: JSONToken(container: .list, at: start, count: count, next: tape.tokenCount))
    }

    private func open(_ kind: JSONToken.Kind, depth: Int) throws(JSONFault) -> Int {
        guard depth <= limits.depth else { throw JSONFault(.tooDeep(limit: limits.depth), at: position) }
        let index = tape.tokenCount
        try append(JSONToken(container: kind, at: position, count: 0, next: index &+ 1))
        return index
    }

    private mutating func word(_ word: StaticString, _ kind: JSONToken.Kind) throws(JSONFault) {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            guard unsafe text[byte: start &+ offset] == word.utf8Start[offset] else {
                throw JSONFault(.wantedValue, at: start)
            }
        }
        position = start &+ word.utf8CodeUnitCount
        try append(JSONToken(word: kind, at: start))
    }

    @inline(__always)
    func append(_ token: JSONToken) throws(JSONFault) {
        guard tape.append(token) else {
            throw JSONFault(.tooManyNodes(limit: limits.nodes), at: Int(token.start))
        }
    }

    /// The next byte that is no space, to which it goes on.
    @inline(__always)
    private mutating func solid() -> UInt8 {
        var byte = byte
        while byte <= UInt8(ascii: " ") {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position &+= 1
            default: return byte
            }
            byte = self.byte
        }
        return byte
    }
}

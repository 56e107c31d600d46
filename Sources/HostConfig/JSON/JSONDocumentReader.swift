import JSON

/// Reads JSON into the nodes that YAML is read into.
///
/// libyaml reads most of JSON too, but neither surrogate pairs nor keys beyond 1,024 characters.
struct JSONDocumentReader {
    private var walk: JSONWalk
    private var places: MarkWalk

    /// Reads one document; what is wrong with it ends the reading and is told alone.
    static func read(_ bytes: [UInt8], limits: ReadingLimits = .standard) -> (root: Node?, findings: Findings) {
        var findings = Findings()
        do throws(Finding) {
            if let name = TextCheck.otherEncoding(of: bytes) { throw Finding(.otherEncoding(name), at: nil) }
            let body = Array(bytes.dropFirst(ByteOrderMark.length(in: bytes)))
            var reader = JSONDocumentReader(walk: try tape(of: body, limits: limits).walk, places: MarkWalk(body))
            return (reader.node(), findings)
        } catch {
            findings.add(error)
            return (nil, findings)
        }
    }

    private static func tape(of bytes: [UInt8], limits: ReadingLimits) throws(Finding) -> JSONTape {
        var own = JSONLimits()
        own.bytes = limits.bytes
        own.nodes = limits.nodes
        own.depth = limits.depth
        var reader = JSONReader(limits: own)
        do throws(JSONProblem) {
            return try reader.read(bytes.span)
        } catch {
            throw finding(of: error)
        }
    }

    /// What YAML's reader says in words of its own is said in the same words here.
    private static func finding(of problem: JSONProblem) -> Finding {
        let mark = Mark(line: problem.line, column: problem.column)
        switch problem.reason {
        case .tooLong(let limit): return Finding(.tooLarge(most: limit), at: nil)
        case .tooManyNodes(let limit): return Finding(.tooManyNodes(most: limit, aliased: false), at: mark)
        case .tooDeep(let limit): return Finding(.tooDeep(most: limit), at: mark)
        case .duplicateName(let name, let line, let column):
            return Finding(.doubledKey(name), at: mark, notes: [(Mark(line: line, column: column), .firstHere)])
        default: return Finding(.json(problem), at: mark)
        }
    }

    private mutating func node() -> Node? {
        guard let (part, offset) = walk.next() else { return nil }
        let mark = places.mark(at: offset)
        switch part {
        case .text(let text): return Node(content: .scalar(Scalar(raw: text, style: .quoted)), mark: mark)
        case .word(let word): return Node(content: .scalar(Scalar(raw: word, style: .plain)), mark: mark)
        case .list(let count):
            var elements: [Node] = []
            for _ in 0..<count { if let element = node() { elements.append(element) } }
            return Node(content: .sequence(elements), mark: mark)
        case .mapping(let count):
            var entries: [Node.Entry] = []
            for _ in 0..<count { if let entry = entry() { entries.append(entry) } }
            return Node(content: .mapping(entries), mark: mark)
        }
    }

    private mutating func entry() -> Node.Entry? {
        guard case (.text(let key), let offset)? = walk.next() else { return nil }
        let mark = places.mark(at: offset)
        return node().map { Node.Entry(key: key, keyMark: mark, value: $0) }
    }
}

import CYAML

/// Walks over a text's YAML events.
///
/// It is safe because it alone owns libyaml's parser and the copy of the bytes that the parser points to, and hands out
/// copies only.
@safe struct YAMLEvents: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// - Throws: Where memory ran out.
    init(_ bytes: [UInt8]) throws(Finding) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            unsafe parser.deallocate()
            throw Finding(.outOfMemory, at: nil)
        }
        // Told that the text is UTF-8, libyaml takes the byte order mark for a character.
        let text = bytes.dropFirst(ByteOrderMark.length(in: bytes))
        let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = unsafe input.initialize(from: text)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe self.parser = parser
        unsafe self.input = input
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// The next event; after the text's end it is always that end.
    mutating func next() throws(Finding) -> YAMLEvent {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
        defer { unsafe yaml_event_delete(&event) }
        return unsafe YAMLEvent(kind: Self.kind(of: event), mark: Mark(event.start_mark))
    }

    private static func kind(of event: yaml_event_t) -> YAMLEvent.Kind {
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_ALIAS_EVENT: return unsafe .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return unsafe .scalar(
                raw: String(decoding: bytes, as: UTF8.self), style: style(scalar.style),
                properties(scalar.anchor, scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            return unsafe .sequenceStart(properties(event.data.sequence_start.anchor, event.data.sequence_start.tag))
        case YAML_MAPPING_START_EVENT:
            return unsafe .mappingStart(properties(event.data.mapping_start.anchor, event.data.mapping_start.tag))
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .textEnd
        default: return .boundary
        }
    }

    private static func style(_ style: yaml_scalar_style_t) -> Scalar.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
        default: .plain
        }
    }

    private static func properties(
        _ anchor: UnsafeMutablePointer<UInt8>?, _ tag: UnsafeMutablePointer<UInt8>?
    ) -> YAMLEvent.Properties {
        unsafe YAMLEvent.Properties(anchor: text(anchor), tag: text(tag))
    }

    private static func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe String(cString: pointer)
    }

    /// What libyaml complains of, with the places that it names.
    private func failure() -> Finding {
        guard unsafe parser.pointee.error != YAML_MEMORY_ERROR else { return Finding(.outOfMemory, at: nil) }
        let complaint = unsafe YAMLError(
            problem: parser.pointee.problem.map { unsafe String(cString: $0) } ?? "",
            context: parser.pointee.context.map { unsafe String(cString: $0) } ?? "",
            mark: Mark(parser.pointee.problem_mark),
            contextMark: parser.pointee.context == nil ? nil : Mark(parser.pointee.context_mark))
        return unsafe complaint.finding(in: Array(input))
    }
}

extension Mark {
    /// libyaml counts from 0.
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }
}

import CYAML

/// What libyaml takes by itself: everybody who reads YAML with it pays that.
enum Events {
    /// Walks over all events of a text and does nothing with them.
    ///
    /// - Returns: How many keys and values there are, or nil where the text is not YAML.
    static func count(_ bytes: [UInt8]) -> Int? {
        var parser = unsafe yaml_parser_t()
        guard unsafe yaml_parser_initialize(&parser) == 1 else { return nil }
        defer { unsafe yaml_parser_delete(&parser) }
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            var nodes = 0
            while true {
                var event = unsafe yaml_event_t()
                guard unsafe yaml_parser_parse(&parser, &event) == 1 else { return nil }
                defer { unsafe yaml_event_delete(&event) }
                switch unsafe event.type {
                case YAML_SCALAR_EVENT, YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT: nodes += 1
                case YAML_STREAM_END_EVENT: return nodes
                default: break
                }
            }
        }
    }
}

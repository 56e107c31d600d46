/// One step through a YAML text.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case scalar(raw: String, style: Scalar.Style, Properties)
        case sequenceStart(Properties)
        case mappingStart(Properties)
        case alias(String)
        /// The end of a list, a mapping or a document, or the start of the whole text, which needs no answer.
        case boundary
        case textEnd
    }

    /// What may stand before a value.
    struct Properties {
        /// The name after `&`.
        let anchor: String?
        /// The tag after `!`, resolved; nil where none was written.
        let tag: String?
    }

    let kind: Kind
    let mark: Mark

    var isEnd: Bool {
        switch kind {
        case .boundary, .textEnd: true
        default: false
        }
    }
}

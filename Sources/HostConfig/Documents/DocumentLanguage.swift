/// What a document is written in.
enum DocumentLanguage {
    case yaml
    case json

    /// JSON is what is sent as JSON, or what is called `.json` where nothing is said about it; all else is YAML.
    init(of origin: Origin, contentType: String? = nil) {
        let type = contentType?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        switch type {
        case let type? where type == "application/json" || type.hasSuffix("+json"): self = .json
        case let type? where type.hasSuffix("yaml"): self = .yaml
        default: self = origin.name.prefix { $0 != "?" }.lowercased().hasSuffix(".json") ? .json : .yaml
        }
    }
}

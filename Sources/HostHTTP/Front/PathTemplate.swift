/// A path with `{names}` in it, such as `/bars/{bar}/reservations`.
struct PathTemplate: Sendable, Equatable, CustomStringConvertible {
    /// What stands between two slashes.
    enum Segment: Sendable, Hashable {
        /// Just this text.
        case literal(String)
        /// Anything but nothing, under this name.
        case name(String)
    }

    let segments: [Segment]

    /// Reads a template; nil where it does not begin with a slash, or a name is empty, doubled or not a whole segment.
    init?(_ text: String) {
        guard text.first == "/" else { return nil }
        var names: Set<Substring> = []
        var segments: [Segment] = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            if part.first == "{", part.last == "}" {
                let name = part.dropFirst().dropLast()
                guard !name.isEmpty, !name.contains(where: "{}".contains), names.insert(name).inserted else {
                    return nil
                }
                segments.append(.name(String(name)))
            } else {
                guard !part.contains(where: "{}".contains) else { return nil }
                segments.append(.literal(String(part)))
            }
        }
        self.segments = segments
    }

    /// The names, from left to right.
    var names: [String] {
        segments.compactMap { segment in
            guard case .name(let name) = segment else { return nil }
            return name
        }
    }

    /// The template as it is written.
    var description: String {
        segments.reduce(into: "") { text, segment in
            switch segment {
            case .literal(let literal): text += "/\(literal)"
            case .name(let name): text += "/{\(name)}"
            }
        }
    }
}

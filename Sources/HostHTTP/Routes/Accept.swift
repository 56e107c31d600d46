/// What a client takes.
enum Accept {
    /// Whether the fields take a media type; without any, everything is taken.
    static func takes(_ type: String, _ fields: [String]) -> Bool {
        guard !fields.isEmpty, fields != ["*/*"] else { return true }
        let type = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        let family = type.prefix { $0 != "/" } + "/*"
        var best = (rank: 0, takes: false)
        for part in fields.joined(separator: ",").lowercased().split(separator: ",") {
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let range = pieces.first else { continue }
            let rank = range == type ? 3 : range == family ? 2 : range == "*/*" ? 1 : 0
            guard rank >= best.rank, rank > 0 else { continue }
            let refuses = pieces.contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
            best = (rank, !refuses || (rank == best.rank && best.takes))
        }
        return best.takes
    }
}

/// What a client has already.
enum ETags {
    static func name(_ tag: String, _ fields: [String]) -> Bool {
        fields.joined(separator: ",").split(separator: ",").contains { part in
            let part = part.filter { $0 != " " }
            return part == "*" || part == tag || part == "W/" + tag
        }
    }
}

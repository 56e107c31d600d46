/// What an answer says of itself before it comes.
public struct WebHead: Sendable, Equatable {
    /// How many fields are kept of an answer.
    static let mostFields = 100
    /// The longest entity tag that is sent back.
    private static let longestTag = 1024
    /// Nothing that is longer means anything: a year.
    private static let longestAge = 31_536_000

    /// What came of it, such as 200; 0 before the first line.
    public internal(set) var status = 0
    var fields: [String: String] = [:]

    init() {}

    /// A field by its name in lower case.
    public subscript(_ name: String) -> String? { fields[name] }

    /// How the body is packed, though nobody asked for that; nil where it is not.
    var packing: String? {
        fields["content-encoding"].flatMap { $0.isEmpty || $0.lowercased() == "identity" ? nil : $0 }
    }

    /// What it is asked for with the next time, if it can be sent back at all.
    var tag: String? {
        fields["etag"].flatMap { tag in
            let isFit = tag.utf8.count <= Self.longestTag && tag.unicodeScalars.allSatisfy { $0.value > 0x20 }
            return isFit && !tag.isEmpty ? tag : nil
        }
    }

    /// For how long it holds, as far as it says so; some of that may be over.
    var maxAge: Duration? {
        guard let directives = fields["cache-control"]?.lowercased().split(separator: ",") else { return nil }
        let words = directives.map { $0.filter { $0 != " " && $0 != "\t" } }
        if words.contains("no-store") || words.contains("no-cache") { return .zero }
        guard let written = words.first(where: { $0.hasPrefix("max-age=") }),
            let seconds = Int(written.dropFirst("max-age=".count)), seconds >= 0
        else { return nil }
        let over = fields["age"].flatMap { Int($0) } ?? 0
        return .seconds(max(0, min(seconds, Self.longestAge) - max(0, over)))
    }
}

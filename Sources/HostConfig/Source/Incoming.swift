/// What an answer has brought so far; one thread alone has it.
final class Incoming {
    static let mostBytes = ReadingLimits.standard.bytes
    /// How many header fields are kept of an answer.
    private static let mostFields = 100
    /// The longest entity tag that is sent back.
    private static let longestTag = 1024

    private(set) var bytes: [UInt8] = []
    private(set) var isTooLarge = false
    /// Whether it points from `https` to `http`, where anybody could say what the document says.
    private(set) var isBetrayed = false
    /// Whether there was an answer in HTTP at all.
    private(set) var hasStatus = false
    private var fields: [String: String] = [:]
    private var isPointing = false
    private var isSecure: Bool
    private let stop: StopSign

    init(from address: String, stop: StopSign) {
        self.stop = stop
        isSecure = Self.scheme(of: address) == "https"
    }

    var isUnwanted: Bool { stop.isRaised }

    /// Whether there was room for more.
    func take(_ more: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count + more.count <= Self.mostBytes else {
            isTooLarge = true
            return false
        }
        unsafe bytes.append(contentsOf: more)
        return true
    }

    /// Hears a line of the head; with a new status line, after a redirect, all that was heard before is void.
    ///
    /// - Returns: Whether to go on.
    func hear(_ line: String) -> Bool {
        if line.hasPrefix("HTTP/") {
            fields = [:]
            hasStatus = true
            isPointing = line.split(separator: " ", maxSplits: 2).dropFirst().first?.hasPrefix("3") ?? false
            return true
        }
        guard let colon = line.firstIndex(of: ":"), fields.count < Self.mostFields else { return true }
        let blanks: Set<Character> = [" ", "\t", "\r\n", "\n", "\r"]
        var value = line[line.index(after: colon)...].drop { blanks.contains($0) }
        while let last = value.last, blanks.contains(last) { value.removeLast() }
        let name = line[..<colon].lowercased()
        fields[name] = String(value)
        return name == "location" && isPointing ? follow(String(value)) : true
    }

    func field(_ name: String) -> String? { fields[name] }

    /// How the document is packed, though nobody asked for that; nil where it is not.
    var packing: String? {
        fields["content-encoding"].flatMap { $0.isEmpty || $0.lowercased() == "identity" ? nil : $0 }
    }

    /// What the document is asked for with the next time, if it can be sent back at all.
    var tag: String? {
        fields["etag"].flatMap { tag in
            let isFit = tag.utf8.count <= Self.longestTag && tag.unicodeScalars.allSatisfy { $0.value > 0x20 }
            return isFit && !tag.isEmpty ? tag : nil
        }
    }

    /// For how long the document holds, as far as it says so; some of that may be over.
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

    /// Nothing that is longer means anything: a year.
    private static let longestAge = 31_536_000

    /// Whether a redirect may be followed.
    private func follow(_ location: String) -> Bool {
        switch Self.scheme(of: location) {
        case "https": isSecure = true
        case "http": isBetrayed = isSecure
        // Without a scheme it stays as it is; others are not followed at all.
        default: break
        }
        return !isBetrayed
    }

    /// What stands before the first colon, where that is no port or part of a path.
    private static func scheme(of address: String) -> String? {
        guard let colon = address.firstIndex(of: ":") else { return nil }
        return address[..<colon].lowercased()
    }
}

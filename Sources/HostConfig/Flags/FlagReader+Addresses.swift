@_spi(Hosting) import FeatureKit
import FlagEngine
internal import WebClient

/// Addresses, which sources of flags and remote documents have in common.
extension FlagReader {
    /// What is said of an address beside where it is.
    static let addressKeys = ["every", "timeout", "bearer", "proxy"]

    private static let usualInterval = Duration.seconds(30)
    private static let usualTimeout = Duration.seconds(10)
    private static let intervals = Duration.seconds(1) ... .seconds(86_400)
    private static let timeouts = Duration.milliseconds(100) ... .seconds(60)
    private static let webSchemes = ["http", "https"]
    private static let proxySchemes = webSchemes + ["socks5", "socks5h"]

    /// Reads where the remote document is; nil where nothing usable is said.
    mutating func remote(_ entry: Node.Entry, origin: Origin) -> WebAddress? {
        if entry.value.writtenText != nil { return address(entry, [], origin: origin) }
        guard let entries = mapping(entry, as: .remote)?.droppingNulls() else { return nil }
        checkKeys(entries, known: ["url"] + Self.addressKeys)
        guard let url = entries["url"] else {
            add(.missingKey("url"), at: entry.keyMark)
            return nil
        }
        return address(url, entries, origin: origin)
    }

    /// Reads an address and how it is asked.
    mutating func address(_ url: Node.Entry, _ entries: [Node.Entry], origin: Origin) -> WebAddress? {
        let every = duration(entries["every"], in: Self.intervals) ?? Self.usualInterval
        let timeout = duration(entries["timeout"], in: Self.timeouts) ?? Self.usualTimeout
        let bearer = entries["bearer"].flatMap { self.bearer($0, origin: origin) }
        let proxy = entries["proxy"].flatMap { self.proxy($0) }
        guard let address = text(url) else { return nil }
        guard Self.isAddress(address, of: Self.webSchemes) else {
            add(.otherScheme(address), at: url.mark)
            return nil
        }
        return WebAddress(url: address, every: every, timeout: timeout, bearer: bearer, proxy: proxy)
    }

    private mutating func bearer(_ entry: Node.Entry, origin: Origin) -> Secret? {
        let node = entry.value.mark.text == 0 ? entry.value.inText(text) : entry.value
        var reader = ValueReader(origin: origin, findings: findings)
        _ = reader.value(of: node, as: .secret)
        findings = reader.findings
        guard let secrets, let found = reader.secrets.first else { return nil }
        do throws(SecretProblem) {
            let secret = try secrets.secret(found.reference)
            if !Self.isToken(secret.reveal()) {
                findings.add(Finding(.secretIsNoToken(found.reference), at: found.mark))
            }
            return secret
        } catch {
            findings.add(Finding(.secretNotThere(found.reference, error), at: found.mark))
            return nil
        }
    }

    private mutating func proxy(_ entry: Node.Entry) -> String? {
        guard let proxy = text(entry) else { return nil }
        if !Self.isAddress(proxy, of: Self.proxySchemes) { add(.noProxy(ShownAddress.of(proxy)), at: entry.mark) }
        return proxy
    }

    /// Whether a text names something on the network, in one of these ways.
    static func isAddress(_ text: String, of schemes: [String] = webSchemes) -> Bool {
        guard let separator = text.firstRange(of: "://"),
            schemes.contains(text[..<separator.lowerBound].lowercased())
        else { return false }
        // A blank or a line end would mean something else in what is sent.
        return separator.upperBound < text.endIndex
            && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "\u{7F}" }
    }

    /// Whether it can stand in a header: a line end would begin another one.
    private static func isToken(_ text: String) -> Bool { text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    private mutating func duration(_ entry: Node.Entry?, in range: ClosedRange<Duration>) -> Duration? {
        guard let entry, let text = text(entry, as: .duration) else { return nil }
        guard let duration = DurationText.parse(text) else {
            wrong(entry, .duration)
            return nil
        }
        if !range.contains(duration) { add(.durationOutOfBounds(text, range), at: entry.mark) }
        return duration
    }
}

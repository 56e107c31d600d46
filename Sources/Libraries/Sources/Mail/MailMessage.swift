public import FeatureKit

/// A mail to one person.
public struct MailMessage: Sendable, Equatable {
    /// Why a mail can't be sent: the part of it that is not valid.
    public struct Problem: Error, Sendable, Equatable {
        /// The name of the part.
        public let part: String
    }

    /// The longest value of a field that is not broken into lines; a line has 998 characters at most.
    private static let longestValue = 900
    /// It never occurs in a part, in which a digit or the end of a line follows each `=`.
    private static let boundary = "=_alternative"

    /// The sender.
    public var from: MailAddress
    /// The recipient.
    public var to: MailAddress
    /// The subject.
    public var subject: String
    /// The text, for readers that show no HTML.
    public var text: String
    /// The same as HTML.
    public var html: String?
    /// When it was written.
    public var date: Timestamp
    /// What tells it from all other mails, such as `17@example.org`; a repeat has the same one.
    public var id: String
    /// The address by which a reader unsubscribes with one POST (RFC 8058).
    public var unsubscribe: String?
    /// The language of the text, such as `es`.
    public var language: String?
    /// Whether a program wrote it, so that no other program replies (RFC 3834).
    public var isAutomatic = true

    /// A mail of text.
    public init(
        from: MailAddress, to: MailAddress, subject: String, text: String, date: Timestamp, id: String
    ) {
        (self.from, self.to, self.subject, self.text, self.date, self.id) = (from, to, subject, text, date, id)
    }

    /// The mail as it is sent; the same bytes for the same mail.
    public func bytes() throws(Problem) -> [UInt8] {
        try check()
        var head = """
            From: \(Self.field(from))
            To: \(Self.field(to))
            Subject: \(MIMEText.field(subject))
            Date: \(Self.written(date))
            Message-ID: <\(id)>
            MIME-Version: 1.0

            """
        if let language { head += "Content-Language: \(language)\n" }
        if isAutomatic { head += "Auto-Submitted: auto-generated\n" }
        if let unsubscribe {
            head += "List-Unsubscribe: <\(unsubscribe)>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n"
        }
        guard let html else { return Self.lines(head) + Self.part("plain", text) + [13, 10] }
        head += "Content-Type: multipart/alternative; boundary=\"\(Self.boundary)\"\n\n"
        let next = "--\(Self.boundary)"
        return Self.lines("\(head)\(next)\n") + Self.part("plain", text) + Self.lines("\n\(next)\n")
            + Self.part("html", html) + Self.lines("\n\(next)--\n")
    }

    private func check() throws(Problem) {
        func isToken(_ text: String) -> Bool {
            (1...Self.longestValue).contains(text.utf8.count)
                && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3C && $0 != 0x3E }
        }
        let parts = [
            ("sender", from.isValid && !MIMEText.hasControls(from.name ?? "")),
            ("recipient", to.isValid && !MIMEText.hasControls(to.name ?? "")),
            ("subject", !MIMEText.hasControls(subject)), ("date", date.seconds >= 0),
            ("Message-ID", isToken(id) && id.contains("@")),
            ("address to unsubscribe", unsubscribe.map { isToken($0) && $0.hasPrefix("https://") } ?? true),
            ("language", language.map { isToken($0) && !$0.contains(",") } ?? true),
        ]
        if let bad = parts.first(where: { !$0.1 }) { throw Problem(part: bad.0) }
    }

    private static func part(_ kind: String, _ text: String) -> [UInt8] {
        lines("Content-Type: text/\(kind); charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n")
            + MIMEText.quotedPrintable(text)
    }

    private static func field(_ address: MailAddress) -> String {
        guard let name = address.name, !name.isEmpty else { return address.address }
        return "\(MIMEText.phrase(name)) <\(address.address)>"
    }

    /// Lines that are ended by CR and LF.
    private static func lines(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// A time as RFC 5322 writes it, in universal time.
    private static func written(_ date: Timestamp) -> String {
        let seconds = date.seconds
        // As RFC 3339 has it: 2026-11-25T11:42:59Z.
        let parts = date.description.split { "-T".contains($0) }
        let day = Int((seconds / 86_400 + 4) % 7)
        let month = months[(Int(parts[1]) ?? 1) - 1]
        return "\(days[day]), \(parts[2]) \(month) \(parts[0]) \(parts[3].prefix(8)) +0000"
    }
}

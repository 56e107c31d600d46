internal import Crypto

/// The parts of a mail.
enum MailText {
    /// A Message-ID's left part, the same for each repeat of a notification.
    static func id(of notification: String) -> String {
        Base64URL.text(Array(Hash.sha256(Array(notification.utf8)).prefix(24)))
    }

    /// What a link to unsubscribe is called.
    private static func unsubscribe(in language: String?) -> String {
        language?.hasPrefix("en") == true ? "No more mails about this" : "No recibir más correos sobre esto"
    }

    static func plain(_ body: String, unsubscribe: String?, in language: String?) -> String {
        guard let unsubscribe else { return body }
        return "\(body)\n\n--\n\(Self.unsubscribe(in: language)): \(unsubscribe)\n"
    }

    static func html(title: String, _ body: String, unsubscribe: String?, in language: String?) -> String {
        let paragraphs = body.split(separator: "\n\n").map { "<p>\(linked(escaped($0)))</p>" }.joined(separator: "\n")
        let foot = unsubscribe.map {
            "<p><small><a href=\"\(escaped($0))\">\(Self.unsubscribe(in: language))</a></small></p>"
        }
        return """
            <!doctype html>
            <html lang="\(escaped(language ?? "es"))"><head><meta charset="utf-8"><title>\(escaped(title))</title></head>
            <body style="font:16px/1.5 sans-serif;max-width:36em;margin:2em auto"><h1 style="font-size:1.3em">\(escaped(title))</h1>
            \(paragraphs)
            \(foot ?? "")
            </body></html>

            """
    }

    /// A text on one line, without controls.
    static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    static func escaped(_ text: some StringProtocol) -> String {
        let marks = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")]
        return marks.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }

    /// Makes web addresses links and lines lines.
    private static func linked(_ escaped: String) -> String {
        escaped.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: " ", omittingEmptySubsequences: false).map { word in
                word.hasPrefix("https://") || word.hasPrefix("http://")
                    ? "<a href=\"\(word)\">\(word)</a>" : String(word)
            }.joined(separator: " ")
        }.joined(separator: "<br>\n")
    }
}

extension MailMessage {
    /// Writes a title and paragraphs as text and as HTML, in which web addresses are links.
    ///
    /// - Parameter foot: What a link below them is called, and where it goes.
    public mutating func write(title: String, _ body: String, foot: (words: String, address: String)? = nil) {
        subject = Self.line(title)
        text = foot.map { "\(body)\n\n--\n\($0.words): \($0.address)\n" } ?? body
        let paragraphs = body.split(separator: "\n\n").map { "<p>\(Self.linked(Self.escaped($0)))</p>" }
        let link = foot.map {
            "<p><small><a href=\"\(Self.escaped($0.address))\">\(Self.escaped($0.words))</a></small></p>"
        }
        html = """
            <!doctype html>
            <html lang="\(Self.escaped(language ?? "es"))"><head><meta charset="utf-8"><title>\(Self.escaped(title))</title></head>
            <body style="font:16px/1.5 sans-serif;max-width:36em;margin:2em auto"><h1 style="font-size:1.3em">\(Self.escaped(title))</h1>
            \(paragraphs.joined(separator: "\n"))
            \(link ?? "")
            </body></html>

            """
    }

    /// A text on one line, without controls.
    private static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// Makes web addresses links and keeps the ends of lines.
    private static func linked(_ escaped: String) -> String {
        escaped.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: " ", omittingEmptySubsequences: false).map { word in
                word.hasPrefix("https://") || word.hasPrefix("http://")
                    ? "<a href=\"\(word)\">\(word)</a>" : String(word)
            }.joined(separator: " ")
        }.joined(separator: "<br>\n")
    }
}

internal import Crypto

extension PrintedPage {
    /// The page as a whole document, which can be read without styles and be printed.
    public var html: String {
        var body = ""
        for block in blocks {
            switch block {
            case .heading(let text): body += "<h1>\(Self.escaped(text))</h1>\n"
            case .text(let text):
                body +=
                    "<p>\(Self.escaped(text).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "<br>"))</p>\n"
            case .table(let table): body += Self.html(table)
            case .rule: body += "<hr>\n"
            case .picture(let png, let width, let alternative):
                body += "<p><img alt=\"\(Self.escaped(alternative))\" style=\"width:\(width)mm\" "
                body += "src=\"data:image/png;base64,\(Base64.text(png))\"></p>\n"
            case .space(let height): body += "<div style=\"height:\(height)mm\"></div>\n"
            }
        }
        let width = if case .roll(let width) = paper { "\(width)mm" } else { "180mm" }
        return """
            <!doctype html>
            <html lang="\(Self.escaped(language))"><meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>\(Self.escaped(title))</title>
            <style>
            body{font:11pt/1.4 sans-serif;max-width:\(width);margin:0 auto;padding:4mm}
            h1{font-size:14pt;margin:.3em 0}p{margin:.4em 0}table{border-collapse:collapse;width:100%}
            th,td{text-align:left;vertical-align:top;padding:.1em .4em .1em 0}.right{text-align:right}.sum{font-weight:bold}
            </style>
            <body>
            \(body)</body></html>

            """
    }

    private static func html(_ table: Table) -> String {
        func row(_ cells: [String], _ tag: String, _ style: String = "") -> String {
            let cells = zip(cells, table.columns).map { cell, column in
                "<\(tag)\(column.isRightAligned ? " class=\"right\"" : "")>\(escaped(cell))</\(tag)>"
            }
            return "<tr\(style)>\(cells.joined())</tr>\n"
        }
        var text = "<table>\n"
        if table.hasTitles { text += row(table.columns.map(\.title), "th") }
        for (index, cells) in table.rows.enumerated() {
            let isSum = table.endsInSum && index == table.rows.count - 1
            text += row(cells, "td", isSum ? " class=\"sum\"" : "")
        }
        return text + "</table>\n"
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "\n"
            // What HTML does not allow, such as NUL.
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}

internal import HostSystem

/// A source line with a caret under one of its columns.
package struct Excerpt: Sendable, Equatable {
    /// How many characters of a line are shown; a longer one is cut around the column.
    static let width = 120

    private let shown: String
    private let caret: String

    init(line: String, column: Int) {
        let scalars = line.unicodeScalars.map { Printable.isHarmful($0) ? "\u{FFFD}" : $0 }
        let place = min(max(column - 1, 0), scalars.count)
        var window = 0..<scalars.count
        if scalars.count > Self.width {
            let start = min(max(0, place - Self.width / 2), scalars.count - Self.width)
            window = start..<start + Self.width
        }
        let before = window.lowerBound > 0 ? "…" : ""
        let after = window.upperBound < scalars.count ? "…" : ""
        shown = before + Self.text(scalars[window]) + after
        let padding = scalars[window.lowerBound..<min(place, window.upperBound)].map(Self.padding).joined()
        caret = (before.isEmpty ? "" : " ") + padding + "^"
    }

    /// Both lines, without a line end after the last.
    package var text: String { shown + "\n" + caret }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// What stands below a character so that the caret aligns: tabs stay tabs, wide characters take two columns.
    private static func padding(below scalar: Unicode.Scalar) -> String {
        switch (scalar.properties.generalCategory, scalar.value) {
        case (_, 0x09): "\t"
        case (.nonspacingMark, _), (.enclosingMark, _), (.format, _): ""
        case (_, 0x1100...0x115F), (_, 0x2E80...0xA4CF), (_, 0xAC00...0xD7A3), (_, 0xF900...0xFAFF),
            (_, 0xFE30...0xFE6F), (_, 0xFF00...0xFF60), (_, 0xFFE0...0xFFE6), (_, 0x1F300...0x1FAFF),
            (_, 0x20000...0x3FFFD):
            "  "
        default: " "
        }
    }
}

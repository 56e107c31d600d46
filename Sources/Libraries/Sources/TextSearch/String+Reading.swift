extension String {
    /// Whether there is anything in it to be seen: letters, and not only spaces and control characters.
    public var hasVisibleText: Bool {
        unicodeScalars.contains { scalar in
            !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
                && scalar.properties.generalCategory != .control
        }
    }

    /// Whether it is more than one line, or holds another control character.
    public var hasLineBreaks: Bool {
        unicodeScalars.contains { scalar in
            [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
    }

    /// The text without the spaces around it; nil where nothing is left.
    public var trimmed: String? {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(self[start...end])
    }
}

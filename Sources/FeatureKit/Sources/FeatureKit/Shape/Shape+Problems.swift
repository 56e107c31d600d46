extension Shape {
    /// Everything that is wrong with a value; empty where it fits.
    ///
    /// Problems of an object's fields come in the shape's order, then its unknown fields in the value's order.
    public func problems(in value: Value) -> [ShapeProblem] {
        var found: [ShapeProblem] = []
        check(value, at: ValuePath(), into: &found)
        return found
    }

    fileprivate func check(_ value: Value, at path: ValuePath, into found: inout [ShapeProblem]) {
        func report(_ kind: ShapeProblem.Kind) { found.append(ShapeProblem(path: path, kind: kind)) }
        switch (kind, value) {
        case (.anything, _), (.boolean, .boolean), (.path, .text), (.secret, .text):
            break
        case (.integer(let bounds), .integer(let number)):
            if !bounds.contains(number) { report(.outOfBounds(wanted: words(for: bounds), found: "\(number)")) }
        case (.number(let bounds), .integer(let number)):
            if !bounds.contains(Double(number)) { report(.outOfBounds(wanted: words(for: bounds), found: "\(number)")) }
        case (.number, .number(let number)) where !number.isFinite:
            report(.outOfBounds(wanted: "a finite number", found: "\(number)"))
        case (.number(let bounds), .number(let number)):
            if !bounds.contains(number) { report(.outOfBounds(wanted: words(for: bounds), found: "\(number)")) }
        case (.text(let length), .text(let text)):
            checkCount(text.unicodeScalars.count, in: length, of: "character", report)
        case (.choice(let cases), .text(let text)):
            if !cases.contains(text) { report(.notACase(found: text, cases: cases)) }
        case (.duration(let bounds), .text(let text)):
            guard let duration = DurationText.parse(text) else {
                return report(.wrongKind(wanted: inWords, found: value))
            }
            if !bounds.contains(duration) { report(.outOfBounds(wanted: words(for: bounds), found: text)) }
        case (.timestamp, .text(let text)) where Timestamp(text) != nil: break
        case (.secret, _):
            report(.wrongKindOfSecret(found: value.kindInWords))
        case (.media(let most), .object(let members)):
            Media.fields.check(members, at: path, into: &found)
            guard case .text(let text) = members["base64"] else { break }
            let kind: ShapeProblem.Kind?
            if let count = Base64.count(of: text) {
                kind = count > most ? Self.tooManyBytes(count, most) : nil
            } else {
                kind = .wrongKind(wanted: "bytes in base 64", found: .text(text))
            }
            if let kind { found.append(ShapeProblem(path: path.member("base64"), kind: kind)) }
        case (.list(let element, let count), .list(let list)):
            checkCount(list.count, in: count, of: "element", report)
            for (index, item) in list.enumerated() { element.check(item, at: path.element(index), into: &found) }
        case (.map(let element, let count), .object(let members)):
            checkCount(members.count, in: count, of: "entry", report)
            for (name, item) in members { element.check(item, at: path.member(name), into: &found) }
        case (.object(let fields), .object(let members)):
            fields.check(members, at: path, into: &found)
        default:
            report(.wrongKind(wanted: inWords, found: value))
        }
    }

    private static func tooManyBytes(_ count: Int, _ most: Int) -> ShapeProblem.Kind {
        .outOfBounds(wanted: "at most \(most) bytes long", found: "\(count)")
    }

    private func checkCount(
        _ count: Int, in bounds: ClosedRange<Int>, of what: String, _ report: (ShapeProblem.Kind) -> Void
    ) {
        guard !bounds.contains(count) else { return }
        let plural = what == "entry" ? "entries" : what + "s"
        let wanted =
            count < bounds.lowerBound
            ? "at least \(bounds.lowerBound) \(bounds.lowerBound == 1 ? what : plural) long"
            : "at most \(bounds.upperBound) \(bounds.upperBound == 1 ? what : plural) long"
        report(.outOfBounds(wanted: wanted, found: "\(count)"))
    }

    /// What a value of this shape is, in a reader's words.
    @_spi(Hosting) public var inWords: String {
        switch kind {
        case .anything: "anything"
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .text: "a text"
        case .choice(let cases): "one of \(cases.map { "\"\($0)\"" }.joined(separator: ", "))"
        case .duration: "a duration such as 250ms, 5s or 1h30m"
        case .timestamp: "a time such as 2026-11-20T14:03:05Z"
        case .path: "a path"
        case .secret: "a secret"
        case .media: "bytes with a media type"
        case .list: "a list"
        case .map, .object: "a mapping"
        }
    }

    private func words(for bounds: ClosedRange<Int64>) -> String {
        words(
            bounds.lowerBound == .min ? nil : "\(bounds.lowerBound)",
            bounds.upperBound == .max ? nil : "\(bounds.upperBound)", kind: "a whole number of 64 bits")
    }

    private func words(for bounds: ClosedRange<Double>) -> String {
        words(
            bounds.lowerBound == -.greatestFiniteMagnitude ? nil : Self.short(bounds.lowerBound),
            bounds.upperBound == .greatestFiniteMagnitude ? nil : Self.short(bounds.upperBound), kind: "a finite number"
        )
    }

    private func words(for bounds: ClosedRange<Duration>) -> String {
        words(DurationText.print(bounds.lowerBound), DurationText.print(bounds.upperBound), kind: inWords)
    }

    private func words(_ least: String?, _ most: String?, kind: String) -> String {
        switch (least, most) {
        case (let least?, let most?): "between \(least) and \(most)"
        case (let least?, nil): "at least \(least)"
        case (nil, let most?): "at most \(most)"
        case (nil, nil): kind
        }
    }

    private static func short(_ number: Double) -> String {
        Int64(exactly: number).map(String.init) ?? number.description
    }
}

extension [Field] {
    fileprivate func check(_ members: Members, at path: ValuePath, into found: inout [ShapeProblem]) {
        for field in self {
            if let value = members[field.name] {
                field.shape.check(value, at: path.member(field.name), into: &found)
            } else if field.isRequired {
                found.append(ShapeProblem(path: path, kind: .missingField(field.name)))
            }
        }
        let known = map(\.name)
        let names = Set(known)
        for name in members.names where !names.contains(name) {
            found.append(ShapeProblem(path: path.member(name), kind: .unknownField(name, known: known)))
        }
    }
}

extension Shape {
    /// The value with the default of every absent field that has one, on every level.
    public func completed(_ value: Value) -> Value {
        switch (kind, value) {
        case (.object(let fields), .object(var members)):
            for field in fields {
                if let filled = members[field.name] ?? field.defaultValue {
                    members[field.name] = field.shape.completed(filled)
                }
            }
            return .object(members)
        case (.list(let element, _), .list(let list)): return .list(list.map(element.completed))
        case (.map(let element, _), .object(let members)):
            return .object(Members(members.map { ($0.name, element.completed($0.value)) }))
        default: return value
        }
    }
}

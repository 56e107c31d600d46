extension Shape {
    /// Values that fit the shape and cover its edges: bounds, every case, every field absent and present.
    @_spi(Hosting) public var samples: [Value] {
        switch kind {
        case .anything: [.text("anything"), .integer(1), .list([]), .object(Members())]
        case .boolean: [true, false]
        case .integer(let bounds): [.integer(bounds.lowerBound), .integer(bounds.upperBound)]
        case .number(let bounds): [.number(bounds.lowerBound), .number(bounds.upperBound)]
        case .text(let length):
            [length.lowerBound, min(length.upperBound, max(length.lowerBound, 40))].map {
                .text(String(repeating: "a", count: $0))
            } + (length.upperBound > Self.longestText ? [] : [.text(String(repeating: "🏁", count: length.upperBound))])
        case .choice(let cases): cases.map { .text($0) }
        case .duration(let bounds):
            [.text(DurationText.print(bounds.lowerBound)), .text(DurationText.print(bounds.upperBound))]
        case .timestamp: ["2026-11-20T14:03:05.25Z"].map { .text(Timestamp($0)?.description ?? $0) }
        case .path: ["/a/path"]
        case .secret: ["a secret"]
        case .media(let most):
            (most < 4 ? [""] : ["ZmxhZw==", ""]).map { ["type": "text/plain", "base64": $0] }
        case .list(let element, let count):
            Self.lengths(count, element.samples).map { length, samples in
                .list((0..<length).map { samples[$0 % samples.count] })
            }
        case .map(let element, let count):
            Self.lengths(count, element.samples).map { length, samples in
                .object(Members((0..<length).map { ("key-\($0)", samples[$0 % samples.count]) }))
            }
        case .object(let fields): Self.samples(of: fields)
        }
    }

    /// The longest text among the samples: as long as a text without a declared length may be.
    ///
    /// Each of its characters has four bytes, which shows where code counts bytes instead.
    private static let longestText = 65_536

    /// The shortest length that is allowed, and one at which each sample occurs once.
    private static func lengths(_ count: ClosedRange<Int>, _ samples: [Value]) -> [(Int, [Value])] {
        [count.lowerBound, min(count.upperBound, max(count.lowerBound, samples.count))].map { ($0, samples) }
    }

    private static func samples(of fields: [Field]) -> [Value] {
        let choices = fields.map { (name: $0.name, samples: $0.shape.samples, isRequired: $0.isRequired) }
        let full = Members(choices.compactMap { field in field.samples.first.map { (field.name, $0) } })
        var samples: [Value] = [
            .object(full),
            .object(
                Members(
                    full.filter { name, _ in
                        choices.contains { $0.name == name && $0.isRequired }
                    }.map { ($0.name, $0.value) })),
        ]
        for field in choices {
            for sample in field.samples.dropFirst() {
                var varied = full
                varied[field.name] = sample
                samples.append(.object(varied))
            }
        }
        return samples
    }

    /// Whether the shape describes the value at a path.
    @_spi(Hosting) public func knows(_ path: ValuePath) -> Bool {
        var shape = self
        for step in path.steps {
            switch (shape.kind, step) {
            case (.anything, _), (.media, _), (.timestamp, _): return true
            case (.list(let element, _), .element): shape = element
            case (.map(let element, _), .member): shape = element
            case (.object(let fields), .member(let name)):
                guard let field = fields.first(where: { $0.name == name }) else { return false }
                shape = field.shape
            default: return false
            }
        }
        return true
    }
}

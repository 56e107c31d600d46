/// Reads a collection's declaration, with everything that is wrong with it.
struct LayoutReader {
    private(set) var problems: [LayoutProblem] = []
    private(set) var columns: [CheckedCollection.Column] = []
    private(set) var ordered: [(columns: [Int], isUnique: Bool)] = []
    private(set) var parts: [String] = []
    private(set) var points: [String] = []
    private let shape: Shape

    init(_ layout: CollectionLayout) {
        shape = layout.shape
        if layout.name == CollectionLayout.blobs {
            problems.append(.reservedName)
        } else if !Self.isName(layout.name) {
            problems.append(.noName)
        } else if layout.isKits, !layout.isAsKitHasIt {
            problems.append(.kitsName)
        }
        if case .object = shape.kind {} else { problems.append(.noObject(shape)) }
        problems += shape.placesOfSecrets.map { .secret($0) }
        if layout.indexes.count > StoreLimits.indexes { problems.append(.tooManyIndexes(layout.indexes.count)) }
        for index in layout.indexes { read(index) }
        problems += layout.person?.problems(in: shape) ?? []
    }

    private mutating func read(_ index: StoreIndex) {
        switch index.kind {
        case .ordered(let fields, let isUnique): read(fields, isUnique: isUnique, of: index)
        case .parts(let path):
            guard !parts.contains(path) else { return problems.append(.repeated(index)) }
            guard let shape = shape(at: path, of: index) else { return }
            guard Scalar(shape) == .text else {
                return problems.append(.unsuited(index, path, shape, wanted: "a text"))
            }
            parts.append(path)
        case .points(let path):
            guard !points.contains(path) else { return problems.append(.repeated(index)) }
            guard let shape = shape(at: path, of: index) else { return }
            guard Self.isPoint(shape) else {
                return problems.append(.unsuited(index, path, shape, wanted: "a GeoPoint"))
            }
            points.append(path)
        }
    }

    private mutating func read(_ fields: [FieldKey], isUnique: Bool, of index: StoreIndex) {
        guard !fields.isEmpty else { return problems.append(.empty(index)) }
        if fields.count > StoreLimits.indexFields { problems.append(.tooManyFields(index, fields.count)) }
        var numbers: [Int] = []
        var seen: Set<FieldKey> = []
        var isWhole = true
        for field in fields {
            guard seen.insert(field).inserted else {
                problems.append(.fieldTwice(index, field))
                isWhole = false
                continue
            }
            guard let column = column(field, of: index) else {
                isWhole = false
                continue
            }
            if let known = columns.firstIndex(of: column) {
                numbers.append(known)
            } else {
                numbers.append(columns.count)
                columns.append(column)
            }
        }
        guard isWhole else { return }
        // A unique index serves what a plain one on the same fields does.
        guard !ordered.contains(where: { $0.columns == numbers }) else { return problems.append(.repeated(index)) }
        ordered.append((numbers, isUnique))
    }

    private mutating func column(_ field: FieldKey, of index: StoreIndex) -> CheckedCollection.Column? {
        guard let shape = shape(at: field.path, of: index) else { return nil }
        guard let scalar = Scalar(shape) else {
            problems.append(.unsuited(index, field.path, shape, wanted: "a text, a number, a time or true or false"))
            return nil
        }
        guard !field.isFolded || scalar == .text else {
            problems.append(.unsuited(index, field.path, shape, wanted: "a text"))
            return nil
        }
        return CheckedCollection.Column(field, scalar)
    }

    private mutating func shape(at path: String, of index: StoreIndex) -> Shape? {
        switch shape.field(at: path) {
        case .found(let shape): return shape
        case .missing(let hint): problems.append(.noField(index, path, hint: hint))
        }
        return nil
    }

    /// What holds latitude and longitude within their bounds.
    private static func isPoint(_ shape: Shape) -> Bool {
        guard case .object(let fields) = shape.kind else { return false }
        func isNumber(_ name: String, within bounds: ClosedRange<Double>) -> Bool {
            guard let field = fields.first(where: { $0.name == name }), case .number(let own) = field.shape.kind else {
                return false
            }
            return field.isRequired && bounds.contains(own.lowerBound) && bounds.contains(own.upperBound)
        }
        return isNumber("lat", within: -90...90) && isNumber("lon", within: -180...180)
    }

    /// The same rule as for features' ids.
    private static func isName(_ name: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = name.utf8.first, letters.contains(first), name.utf8.count <= StoreLimits.nameBytes else {
            return false
        }
        return name.utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
    }
}

extension Shape {
    /// Where secrets stand; encoded, they are not what they were.
    var placesOfSecrets: [String] {
        switch kind {
        case .secret: [""]
        case .list(let element, _): element.placesOfSecrets.map { "[]" + $0 }
        case .map(let element, _): element.placesOfSecrets.map { ".*" + $0 }
        case .object(let fields): fields.flatMap { field in field.shape.placesOfSecrets.map { ".\(field.name)" + $0 } }
        default: []
        }
    }

    enum FieldSearch {
        case found(Shape)
        case missing(hint: String?)
    }

    /// What lies at a path of names joined by dots, or the path that was probably meant.
    func field(at path: String) -> FieldSearch {
        var shape = self
        var before = ""
        for step in FieldKey.steps(of: path) {
            guard case .object(let fields) = shape.kind else { return .missing(hint: nil) }
            guard let field = fields.first(where: { $0.name == step }) else {
                return .missing(hint: Suggestion.closest(to: step, in: fields.map(\.name)).map { before + $0 })
            }
            shape = field.shape
            before += step + "."
        }
        return .found(shape)
    }
}

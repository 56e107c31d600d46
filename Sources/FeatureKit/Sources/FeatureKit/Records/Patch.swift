/// A change of some fields of a record, as in RFC 7396: null removes a field, and an absent field stays as it is.
///
/// It is read as a mapping to any values and checked against the record's Shape when it is applied, since only the
/// resulting record can be right or wrong.
public struct Patch<Record: Shaped>: Shaped, Equatable {
    /// The changes by field.
    public let changes: Members

    /// A mapping.
    public static var shape: Shape { .map(of: .anything) }

    /// Makes a patch.
    public init(_ changes: Members) { self.changes = changes }

    /// Whether the patch changes or removes a field of the record.
    public func says(_ field: String) -> Bool { changes[field] != nil }

    /// The record with the patch applied.
    ///
    /// - Parameters:
    ///   - record: The record to change.
    ///   - fields: The fields that may be patched; by default all of them.
    /// - Throws: `invalid` with everything that is wrong with the result, and where.
    public func applied(to record: Record, only fields: [String]? = nil) throws(RouteError) -> Record {
        try applied(to: record, at: ValuePath(), only: fields)
    }

    /// The record with the patch laid over it, where the patch is a field of the request.
    ///
    /// - Parameter field: The field's name, with which the places of what is wrong begin.
    /// - Throws: As without a field.
    public func applied(
        to record: Record, in field: String, only fields: [String]? = nil
    ) throws(RouteError) -> Record {
        try applied(to: record, at: ValuePath([.member(field)]), only: fields)
    }

    private func applied(
        to record: Record, at place: ValuePath, only fields: [String]?
    ) throws(RouteError) -> Record {
        if let fields { try check(at: place, only: fields) }
        do {
            let changed = Record.shape.completed(try Value(revealing: record).merged(with: changes))
            try Record.shape.problems(in: changed).map { RequestProblem($0, at: place) }.refuse()
            return try changed.decoded(as: Record.self)
        } catch let error as RouteError { throw error } catch {
            throw RouteError(code: "internal", status: 500, "the record can't be changed: \(error)")
        }
    }

    private func check(at place: ValuePath, only fields: [String]) throws(RouteError) {
        let others = changes.names.filter { !fields.contains($0) }
        guard !others.isEmpty else { return }
        let names = others.map { "\"\($0)\"" }.joined(separator: ", ")
        throw .invalid(
            "\(names) can't be changed; what can is \(fields.joined(separator: ", "))",
            others.map { RequestProblem(at: place.member($0), "can't be changed") })
    }

    /// Reads a mapping.
    public init(from reader: inout RecordReader) throws(RecordError) {
        guard case .object(let changes) = try reader.value() else { throw reader.error(.wrongType) }
        self.changes = changes
    }

    /// Writes the mapping.
    public func write(to writer: inout RecordWriter) { writer.value(.object(changes)) }
}

extension Value {
    /// The value with a merge patch laid over it.
    fileprivate func merged(with patch: Members) -> Value {
        var members = Members()
        if case .object(let own) = self { members = own }
        for (name, change) in patch {
            switch change {
            case .null: members[name] = nil
            case .object(let inner): members[name] = (members[name] ?? .null).merged(with: inner)
            default: members[name] = change
            }
        }
        return .object(members)
    }
}

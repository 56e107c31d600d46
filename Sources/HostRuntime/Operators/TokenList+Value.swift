package import FeatureKit

extension OperatorToken {
    /// The token as the operators' API shows it.
    package func value(at now: Timestamp) -> Value {
        [
            "id": .text(id), "name": .text(name), "role": .text(role.rawValue), "made": made.value,
            "until": .orNull(until.map { "\($0)" }), "revoked": revoked?.value ?? .null,
            "lapsed": .boolean(revoked == nil && !counts(at: now)), "counts": .boolean(counts(at: now)),
            "used": lastUse.map { ["at": .text("\($0.at)"), "from": .text($0.address)] } ?? .null,
        ]
    }
}

extension OperatorToken.Act {
    fileprivate var value: Value {
        var members: Members = ["at": .text("\(at)")]
        if let author { for (name, value) in author.value { members[name] = value } } else { members["by"] = .null }
        members["reason"] = .orNull(reason)
        return .object(members)
    }

    fileprivate var written: Value {
        var members: Members = ["at": .text("\(at)")]
        if let author { for (name, value) in author.written(as: "by") { members[name] = value } }
        members["reason"] = reason.map { .text($0) }
        return .object(members)
    }
}

extension TokenList {
    /// Why data is not a list of tokens.
    enum FormatProblem: Error, Equatable {
        /// A newer host wrote it.
        case version(Int64)
        case malformed(String)
    }

    private static let version: Int64 = 1

    /// The list as it is written.
    var written: Value {
        let tokens = all.map { token -> Value in
            var members: Members = [
                "id": .text(token.id), "name": .text(token.name), "role": .text(token.role.rawValue),
                "sha256": .text(token.digest), "made": token.made.written,
            ]
            members["until"] = token.until.map { .text("\($0)") }
            members["revoked"] = token.revoked?.written
            members["used"] = token.lastUse.map { ["at": .text("\($0.at)"), "from": .text($0.address)] }
            members["lapsed"] = token.isExpired ? true : nil
            return .object(members)
        }
        return ["version": .integer(Self.version), "tokens": .list(tokens)]
    }

    /// Reads what `written` wrote.
    init(_ value: Value) throws(FormatProblem) {
        if case .integer(let version)? = value["version"], version != Self.version { throw .version(version) }
        if let problem = WrittenTokens.shape.problems(in: value).first { throw .malformed("\(problem)") }
        guard let written = try? value.decoded(codable: WrittenTokens.self) else { throw .malformed("can't be read") }
        self.init()
        for entry in written.tokens {
            guard byID[entry.id] == nil else { throw .malformed("tokens: \(entry.id) stands there twice") }
            put(
                OperatorToken(
                    id: entry.id, name: entry.name, role: entry.role, digest: entry.sha256, made: entry.made.act,
                    until: entry.until, revoked: entry.revoked?.act,
                    lastUse: entry.used.map { OperatorToken.Use(at: $0.at, address: $0.from) },
                    isExpired: entry.lapsed ?? false))
        }
    }
}

/// The list as it is written.
private struct WrittenTokens: Shaped, Codable {
    struct Entry: Shaped, Codable {
        let id: String
        let name: String
        let role: OperatorRole
        let sha256: String
        let made: WrittenAct
        let until: Timestamp?
        let revoked: WrittenAct?
        let used: WrittenUse?
        let lapsed: Bool?

        static let shape = Shape.object([
            Field("id", .text(length: TokenText.idLength...TokenText.idLength), "Its public part."),
            Field("name", .text(length: 1...TokenList.longestName), "What it is called."),
            Field("role", .choice(of: OperatorRole.self), "What it may."),
            Field("sha256", .text(length: 64...64), "Of its text."),
            Field("made", .of(WrittenAct.self), "Who made it."),
            Field("until", .timestamp, "When its time is over.", optional: true),
            Field("revoked", .of(WrittenAct.self), "Who revoked it.", optional: true),
            Field("used", .of(WrittenUse.self), "When it was used last.", optional: true),
            Field("lapsed", .boolean, "Whether its time is over.", optional: true),
        ])
    }

    let version: Int
    let tokens: [Entry]

    static let shape = Shape.object([
        Field("version", .integer(), "The form of the file."),
        Field(
            "tokens", .list(of: .of(Entry.self), count: 0...(TokenList.most + TokenList.mostOver)),
            "By the time they were made."),
    ])
}

private struct WrittenAct: Shaped, Codable {
    let at: Timestamp
    let by: String?
    let uid: UInt32?
    let token: String?
    let from: String?
    let reason: String?

    var act: OperatorToken.Act {
        OperatorToken.Act(
            at: at, author: by.map { Author(name: $0, uid: uid, token: token, from: from) }, reason: reason)
    }

    static let shape = Shape.object(
        [
            Field("at", .timestamp, "When."),
            Field("by", .text(length: 0...256), "Who did it; absent where the host did.", optional: true),
        ] + Author.writtenFields + [
            Field("reason", .text(length: 0...Overrides.longestReason), "Why, in their words.", optional: true)
        ])
}

private struct WrittenUse: Shaped, Codable {
    let at: Timestamp
    let from: String

    static let shape = Shape.object([
        Field("at", .timestamp, "When."), Field("from", .text(length: 0...256), "The address it came from."),
    ])
}

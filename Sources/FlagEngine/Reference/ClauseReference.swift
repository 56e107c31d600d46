package import FeatureKit

/// What the reference says of an operator of `when`.
package struct ClauseReference: Sendable {
    /// A caller, and whether the clause holds for them.
    package struct Example: Sendable {
        package let caller: Members
        package let holds: Bool

        init(_ caller: Members, _ holds: Bool) {
            self.caller = caller
            self.holds = holds
        }
    }

    package let summary: String
    package let attribute: String
    package let operand: Value
    package let examples: [Example]

    private init(_ summary: String, _ attribute: String, _ operand: Value, _ examples: [(Members, Bool)]) {
        self.summary = summary
        self.attribute = attribute
        self.operand = operand
        self.examples = examples.map(Example.init)
    }

    /// All of them; a test evaluates every example.
    package static func of(_ test: ClauseTest) -> ClauseReference {
        switch test {
        case .eq:
            ClauseReference(
                "The same value; of a list, one of its elements. Nothing is converted.", "country", "ES",
                [
                    (["country": "ES"], true), (["country": ["FR", "ES"]], true), (["country": "es"], false),
                    ([:], false),
                ])
        case .not:
            ClauseReference(
                "The opposite of `eq`, so that it holds for someone without the attribute too.", "country", "ES",
                [(["country": "FR"], true), ([:], true), (["country": "ES"], false)])
        case .in:
            ClauseReference(
                "One of these values; of a list, one of its elements is.", "country", ["ES", "FR"],
                [(["country": "FR"], true), (["country": ["DE", "ES"]], true), (["country": "DE"], false)])
        case .notIn:
            ClauseReference(
                "The opposite of `in`.", "country", ["ES", "FR"],
                [(["country": "DE"], true), ([:], true), (["country": "FR"], false)])
        case .contains:
            ClauseReference(
                "A text with this one in it, or a list with this element; a list as operand: one of them.", "plan",
                "pro",
                [(["plan": "yearly-pro"], true), (["plan": ["pro", "eu"]], true), (["plan": "Pro"], false)])
        case .startsWith:
            ClauseReference(
                "A text that starts with this one; a list as operand: one of them.", "device", ["iPhone", "iPad"],
                [(["device": "iPad14,1"], true), (["device": "Pixel 9"], false)])
        case .endsWith:
            ClauseReference(
                "A text that ends with this one; a list as operand: one of them.", "email", "@circuit.example",
                [(["email": "ana@circuit.example"], true), (["email": "ana@circuit.example.org"], false)])
        case .matches:
            ClauseReference(
                "A text in which RE2 finds this pattern, anywhere unless it is anchored.", "email",
                "^[a-c].*@circuit[.]",
                [(["email": "ana@circuit.example"], true), (["email": "dan@circuit.example"], false)])
        case .eqNoCase:
            ClauseReference(
                "`eq` for a text, in whichever case.", "email", "ana@circuit.example",
                [(["email": "Ana@Circuit.example"], true), (["email": "ana@circuit"], false)])
        case .inNoCase:
            ClauseReference(
                "`in` for texts, in whichever case.", "country", ["ES", "FR"],
                [(["country": "es"], true), (["country": "e"], false)])
        case .notInNoCase:
            ClauseReference(
                "The opposite of `in_nocase`.", "country", ["ES", "FR"],
                [(["country": "de"], true), (["country": "es"], false)])
        case .containsNoCase:
            ClauseReference(
                "`contains` for texts, in whichever case.", "plan", "pro",
                [(["plan": "Yearly-PRO"], true), (["plan": ["Pro"]], true), (["plan": "free"], false)])
        case .startsWithNoCase:
            ClauseReference(
                "`starts_with` in whichever case.", "device", "iphone",
                [(["device": "iPhone16,2"], true), (["device": "Pixel 9"], false)])
        case .endsWithNoCase:
            ClauseReference(
                "`ends_with` in whichever case.", "email", "@circuit.example",
                [(["email": "ANA@CIRCUIT.EXAMPLE"], true), (["email": "ana@circuit.org"], false)])
        case .matchesNoCase:
            ClauseReference(
                "`matches` in whichever case.", "device", "^pixel [89]$",
                [(["device": "Pixel 9"], true), (["device": "Pixel 7"], false)])
        case .gt:
            ClauseReference("A greater number.", "age", 17, [(["age": 17.5], true), (["age": 17], false)])
        case .gte:
            ClauseReference(
                "This number or a greater one.", "age", 18,
                [(["age": 18], true), (["age": 17.9], false), (["age": "18"], false)])
        case .lt:
            ClauseReference("A smaller number.", "age", 18, [(["age": 17], true), (["age": 18], false)])
        case .lte:
            ClauseReference("This number or a smaller one.", "age", 18, [(["age": 18], true), (["age": 19], false)])
        case .between:
            ClauseReference(
                "A number from the one to the other, both ends in.", "age", [18, 65],
                [(["age": 18], true), (["age": 65], true), (["age": 65.5], false)])
        case .semverEq:
            ClauseReference(
                "The same version; `v` in front and missing parts are fine, build metadata does not count.", "app",
                "2.1",
                [(["app": "v2.1.0"], true), (["app": "2.1.0+7"], true), (["app": "2.1.1"], false)])
        case .semverGt:
            ClauseReference("A newer version.", "app", "2.1.0", [(["app": "2.10.0"], true), (["app": "2.1.0"], false)])
        case .semverGte:
            ClauseReference(
                "This version or a newer one.", "app", "2.1.0",
                [(["app": "2.1.0"], true), (["app": "2.1.0-rc.1"], false), (["app": 3], true)])
        case .semverLt:
            ClauseReference(
                "An older version.", "app", "2.1.0", [(["app": "2.1.0-rc.1"], true), (["app": "2.1.0"], false)])
        case .semverLte:
            ClauseReference(
                "This version or an older one.", "app", "2.1.0", [(["app": "2.1.0"], true), (["app": "2.1.1"], false)])
        case .semverCaret:
            ClauseReference(
                "The same major version, and no older.", "app", "2.1.0",
                [(["app": "2.9.4"], true), (["app": "2.0.9"], false), (["app": "3.0.0"], false)])
        case .semverTilde:
            ClauseReference(
                "The same minor version, and no older.", "app", "2.1.3",
                [(["app": "2.1.9"], true), (["app": "2.1.2"], false), (["app": "2.2.0"], false)])
        case .before:
            ClauseReference(
                "An earlier time: RFC 3339, a date (its midnight in UTC) or Unix seconds.", "joined", "2026-11-20",
                [
                    (["joined": "2026-11-19T23:59:59Z"], true), (["joined": "2026-11-20T00:30:00+01:00"], true),
                    (["joined": 1_795_132_800], false),
                ])
        case .after:
            ClauseReference(
                "A later time; `$now` is the current one.", "joined", "2026-11-20T14:03:05Z",
                [
                    (["joined": "2026-11-21"], true), (["joined": "2026-11-20T14:03:05Z"], false),
                    (["joined": "soon"], false),
                ])
        case .inCIDR:
            ClauseReference(
                "An address in this block; a list as operand: in one of them.", "ip", ["10.0.0.0/8", "2001:db8::/32"],
                [(["ip": "10.20.30.40"], true), (["ip": "2001:db8::7"], true), (["ip": "192.0.2.1"], false)])
        case .exists:
            ClauseReference(
                "`true`: it is there and not null; `false`: it is not.", "email", true,
                [(["email": ""], true), (["email": nil], false), ([:], false)])
        }
    }
}

@_spi(Hosting) internal import FeatureKit

extension ShapeRules {
    /// Whether a part of a document fits a rule; the same as the kit's own check, which also finds words.
    func accept(_ document: TapeView, _ index: Int, by number: Int) -> Bool {
        let token = document[index]
        let rule = rules[number]
        switch (rule.kind, token.kind) {
        case (.anything, _), (.boolean, .yes), (.boolean, .no), (.freeText, .text): return true
        case (.integer, .integer): return rule.takes(integer: token.integer)
        case (.number, .integer): return rule.takes(number: Double(token.integer))
        case (.number, .number): return rule.takes(number: token.number)
        case (.text, .text): return rule.takes(count: document.scalarCount(token))
        case (.base64, .text):
            return Media.count(ofBase64: document.text(index)).map { rule.takes(count: $0) } ?? false
        case (.choice, .text):
            for word in rule.first..<(rule.first &+ rule.count) where document.text(index, equals: word, on: own) {
                return true
            }
            return false
        case (.duration, .text):
            guard let duration = DurationText.parse(document.text(index)) else { return false }
            return durations[rule.first].contains(duration)
        case (.timestamp, .text): return Timestamp(document.text(index)) != nil
        case (.list, .list):
            guard rule.takes(count: token.count) else { return false }
            var place = index &+ 1
            for _ in 0..<token.count {
                guard accept(document, place, by: rule.first) else { return false }
                place = document[place].next(after: place)
            }
            return true
        case (.map, .object):
            guard rule.takes(count: token.count) else { return false }
            var place = index &+ 2
            for _ in 0..<token.count {
                guard accept(document, place, by: rule.first) else { return false }
                place = document[place].next(after: place) &+ 1
            }
            return true
        case (.object, .object): return acceptFields(document, index, token.count, by: rule)
        default: return false
        }
    }

    private func acceptFields(_ document: TapeView, _ index: Int, _ count: Int, by rule: Rule) -> Bool {
        var name = index &+ 1
        var required = 0
        var next = 0
        for _ in 0..<count {
            guard let offset = field(of: rule, named: name, on: document, from: next) else { return false }
            let field = fields[rule.first &+ offset]
            guard accept(document, name &+ 1, by: field.rule) else { return false }
            // Neither side has a name twice, so that each is counted once.
            if field.isRequired { required &+= 1 }
            next = offset &+ 1
            name = document[name &+ 1].next(after: name &+ 1)
        }
        return required == rule.required
    }

    /// Which field a name means; most come in the Shape's order, so that the first one looked at is the right one.
    func field(of rule: Rule, named name: Int, on document: TapeView, from start: Int) -> Int? {
        var offset = start
        for _ in 0..<rule.count {
            if offset >= rule.count { offset = 0 }
            if document.text(name, equals: fields[rule.first &+ offset].name, on: own) { return offset }
            offset &+= 1
        }
        return nil
    }
}

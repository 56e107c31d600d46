/// A name or a position on the way to a value, for those who ask where something went wrong.
struct TapeKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}

extension TapeSource {
    /// The way to a place, found out afterwards: nobody pays for it while all goes well.
    func path(to place: TapePlace) -> [any CodingKey] {
        guard place.isDefault, let rules else { return tape.path(to: Int(place.index)) }
        // The tape of the rules is a list of mappings, which is no part of the way.
        let above = tape.path(to: Int(max(place.rule, 0)))
        return above + rules.own.path(to: Int(~place.index)).dropFirst()
    }
}

extension TapeView {
    fileprivate func path(to target: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var index = 0
        while index < target {
            let isObject = self[index].kind == .object
            let end = self[index].next(after: index)
            var part = index &+ 1
            var position = 0
            while part < end {
                let value = isObject ? part &+ 1 : part
                let next = self[value].next(after: value)
                if target < next {
                    path.append(isObject ? TapeKey(stringValue: text(part)) : TapeKey(intValue: position))
                    index = value
                    break
                }
                part = next
                position &+= 1
            }
            guard part < end else { break }
        }
        return path
    }
}

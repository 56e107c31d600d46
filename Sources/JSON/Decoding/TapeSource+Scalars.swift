@_spi(Hosting) internal import FeatureKit

extension TapeSource {
    func isNull(_ place: TapePlace) -> Bool { token(place).kind == .null }

    func boolean(_ place: TapePlace) throws -> Bool {
        switch token(place).kind {
        case .yes: return true
        case .no: return false
        default: throw mismatch(place, Bool.self)
        }
    }

    func string(_ place: TapePlace) throws -> String {
        guard token(place).kind == .text else { throw mismatch(place, String.self) }
        return text(place)
    }

    func double(_ place: TapePlace) throws -> Double {
        let token = token(place)
        switch token.kind {
        case .number: return token.number
        case .integer: return Double(token.integer)
        default: throw mismatch(place, Double.self)
        }
    }

    func float(_ place: TapePlace) throws -> Float {
        let number = Float(try double(place))
        guard number.isFinite else { throw mismatch(place, Float.self) }
        return number
    }

    @inline(__always)
    func whole<I: FixedWidthInteger>(_ place: TapePlace) throws -> I {
        let token = token(place)
        guard token.kind == .integer, let whole = I(exactly: token.integer) else { throw mismatch(place, I.self) }
        return whole
    }

    func duration(_ place: TapePlace) throws -> Duration {
        guard token(place).kind == .text, let duration = DurationText.parse(text(place)) else {
            throw mismatch(place, Duration.self)
        }
        return duration
    }

    @inline(never)
    func mismatch(_ place: TapePlace, _ type: Any.Type) -> DecodingError {
        let found = token(place).kind.inWords
        return .typeMismatch(type, .init(codingPath: path(to: place), debugDescription: "found \(found)"))
    }
}

extension JSONToken.Kind {
    /// What kind of value this is, in the kit's words.
    fileprivate var inWords: String {
        let example: Value =
            switch self {
            case .null: .null
            case .no, .yes: .boolean(true)
            case .integer: .integer(0)
            case .number: .number(0)
            case .text: .text("")
            case .list: .list([])
            case .object: .object(Members())
            }
        return example.kindInWords
    }
}

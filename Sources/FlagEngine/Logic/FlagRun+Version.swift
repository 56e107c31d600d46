extension FlagRun {
    /// `sem_ver`: whether the first version stands to the last one as the sign between them says, else null.
    mutating func version(_ step: Step, in scope: Operand) -> Operand {
        let arguments = arguments(of: step, in: scope)
        guard arguments.count == 3 else { return .null }
        let left = argument(0, arguments, of: step, in: scope)
        let sign = argument(1, arguments, of: step, in: scope)
        let right = argument(2, arguments, of: step, in: scope)
        guard sign.kind == .text, left.kind != .boolean, right.kind != .boolean,
            let left = scalarText(of: left), let right = scalarText(of: right), mayRead(left.count &+ right.count)
        else { return .null }
        let holds = withText(sign) { sign in
            withText(left) { left in withText(right) { Self.holds(sign, left, $0) } }
        }
        return holds.map(Operand.boolean) ?? .null
    }

    private static func holds(_ sign: TextRun, _ leftText: TextRun, _ rightText: TextRun) -> Bool? {
        guard let left = VersionText(leftText), let right = VersionText(rightText) else { return nil }
        switch sign.count {
        case 1:
            switch sign[0] {
            case UInt8(ascii: "^"): return VersionText.haveSameMajor(left, leftText, right, rightText)
            case UInt8(ascii: "~"): return VersionText.haveSameMinor(left, leftText, right, rightText)
            case UInt8(ascii: "="): return VersionText.order(left, leftText, right, rightText) == 0
            case UInt8(ascii: "<"): return VersionText.order(left, leftText, right, rightText) < 0
            case UInt8(ascii: ">"): return VersionText.order(left, leftText, right, rightText) > 0
            default: return nil
            }
        case 2 where sign[1] == UInt8(ascii: "="):
            switch sign[0] {
            case UInt8(ascii: "!"): return VersionText.order(left, leftText, right, rightText) != 0
            case UInt8(ascii: "<"): return VersionText.order(left, leftText, right, rightText) <= 0
            case UInt8(ascii: ">"): return VersionText.order(left, leftText, right, rightText) >= 0
            default: return nil
            }
        default: return nil
        }
    }
}

import Testing

@testable import FlagEngine

@Suite struct VersionTextTests {
    private func order(_ left: String, _ right: String) -> Int? {
        var (left, right) = (left, right)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                let (leftText, rightText) = unsafe (TextRun(left), TextRun(right))
                guard let left = VersionText(leftText), let right = VersionText(rightText) else { return nil }
                return VersionText.order(left, leftText, right, rightText).signum()
            }
        }
    }

    @Test func `orders versions as SemVer does`() {
        let ordered = [
            "0.0.1", "0.1", "0.9.9", "1.0.0-0", "1.0.0-2", "1.0.0-10", "1.0.0--", "1.0.0-alpha", "1.0.0-alpha.1",
            "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1", "1.0.1", "1.2",
            "1.10.0", "2", "10.0.0", "18446744073709551616.0.0", "99999999999999999999999.0.0",
        ]
        for (index, left) in ordered.enumerated() {
            for (other, right) in ordered.enumerated() {
                #expect(order(left, right) == (index - other).signum(), "\(left) and \(right)")
            }
        }
    }

    @Test(arguments: [
        ("1", "1.0.0"), ("1.2", "v1.2.0"), ("V1.2.3", "1.2.3"), ("1.0.0+a", "1.0.0+b.c-d"), ("1.0.0-x+001", "1.0.0-x"),
        ("0", "0.0"),
    ])
    func `takes versions for the same`(left: String, right: String) { #expect(order(left, right) == 0) }

    @Test(arguments: [
        "", "v", "vv1", "x", "1.", ".1", "1..2", "01", "1.02", "1.2.03", "1.2.3.4", "2.0.0.0", "1-alpha", "1.2-beta",
        "1.2.3-", "1.2.3-a..b", "1.2.3-01", "1.2.3-a.00", "1.2.3+", "1.2.3+a..b", "1.2.3+a+b", "1.2.3-ä", " 1.2.3",
        "1.2.3 ", "-1", "1e21", "not-a-version", "1.2.3-a_b", "=1.2.3",
    ])
    func `refuses what is no version`(text: String) { #expect(order(text, "1.0.0") == nil) }
}

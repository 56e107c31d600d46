import FeatureKit
import FeatureTestKit
import Glibc
import Testing

@testable import TrackStatusFeature

@Suite struct TokensTests {
    /// The relative luminance of a colour such as #1B7F3B, as WCAG 2 has it.
    private func luminance(_ hex: String) throws -> Double {
        let number = try #require(Int(hex.dropFirst(), radix: 16), "\(hex)")
        let parts = [16, 8, 0].map { shift -> Double in
            let part = Double(number >> shift & 0xFF) / 255
            return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// WCAG's AA, and its AAA for screens in the sun.
    @Test(arguments: [(false, 4.5), (true, 7)])
    func `text is readable on every colour`(isForSunlight: Bool, contrast: Double) throws {
        for look in Tokens(try Wording(.en), isForSunlight: isForSunlight).modes {
            #expect(1.05 / (try luminance(look.light) + 0.05) >= contrast, "\(look.mode)")
            #expect((try luminance(look.dark) + 0.05) / 0.05 >= contrast, "\(look.mode)")
        }
    }

    @Test(arguments: [false, true]) func `a flag gives people the colours for the sun`(isOn: Bool) async throws {
        try await withFeature(Track.self, settings: .init(), flags: ["track.sunlight-colors": .boolean(isOn)]) {
            probe in
            let tokens = try await probe.call(TrackBoard.tokensRoute, Nothing())
            #expect(tokens == Tokens(try Wording(.es), isForSunlight: isOn))
        }
    }

    @Test func `the seed's colours, and a symbol of its own for each mode`() throws {
        let looks = Tokens(try Wording(.es), isForSunlight: false).modes
        #expect(looks.map(\.mode) == [.normal, .unknown, .yellow, .vsc, .safetyCar, .redFlag, .evacuation])
        #expect(looks.map(\.color) == [.green, .grey, .orange, .orange, .orange, .red, .red])
        #expect(Set(looks.map(\.symbol)).count == looks.count)
        #expect(looks.filter(\.pulses).map(\.mode) == [.evacuation])
        #expect(looks[5].title == "Bandera roja")
    }
}

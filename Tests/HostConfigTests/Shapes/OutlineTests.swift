import FeatureKit
import Testing

@testable import HostConfig

@Suite struct OutlineTests {
    @Test(
        arguments: [
            (.anything, .asWritten), (.boolean, .boolean), (.integer(), .asWritten), (.integer(in: 1...2), .asWritten),
            (.number(), .asWritten), (.text(), .text), (.text(length: 0...5), .text), (.choice(["a"]), .text),
            (.choice([]), .text), (.duration(), .duration), (.duration(in: .zero ... .seconds(1)), .duration),
            (.timestamp, .text), (.path, .path), (.secret, .secret), (.list(of: .path), .list(.path)),
            (.map(of: .secret), .map(.secret)), (.map(of: .anything), .map(.asWritten)),
            (
                .media,
                .object([
                    "type": .init(outline: .text, isRequired: true), "base64": .init(outline: .text, isRequired: true),
                ])
            ),
            (.object([]), .object([:])),
            (
                .object([
                    Field("a", .path, "A path."), Field("b", .secret, "A secret.", optional: true),
                    Field("c", .duration(), "A duration.", default: "5s"),
                    Field("secret", .text(), "A text of that name."),
                ]),
                .object([
                    "a": .init(outline: .path, isRequired: true), "b": .init(outline: .secret, isRequired: false),
                    "c": .init(outline: .duration, isRequired: false),
                    "secret": .init(outline: .text, isRequired: true),
                ])
            ),
        ] as [(Shape, Outline)])
    func everyKindOfShapeHasItsOutline(shape: Shape, outline: Outline) {
        #expect(Outline(shape) == outline)
    }
}

import FeatureKit
import Foundation
import Testing

@Suite struct MediaTests {
    @Test func carriesAnyBytes() throws {
        var random = SeededRandom.announced()
        for length in 0..<100 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let media = Media(type: "application/octet-stream", bytes: bytes)
            let written = try Value(encoding: media)
            #expect(written["base64"] == .text(Data(bytes).base64EncodedString()))
            #expect(Media.shape.problems(in: written) == [])
            #expect(try written.decoded(as: Media.self) == media)
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5]) func holdsNoMoreBytesThanItsShapeSays(_ most: Int) throws {
        let shape = Shape.object([Field("icon", .media(upTo: most), "A picture.")])
        for count in 0...8 {
            let media = Media(type: "image/png", bytes: [UInt8](repeating: 7, count: count))
            let found = shape.problems(in: ["icon": try Value(encoding: media)])
            let words = "must be at most \(most) bytes long, not \(count)"
            #expect(found.map(\.message) == (count > most ? [words] : []))
            #expect(found.allSatisfy { $0.path.description == "icon.base64" })
        }
    }

    @Test func holdsNoMoreThanAllMediaDo() {
        #expect(Shape.media(upTo: .max) == .media)
        #expect(Shape.media(upTo: -1) == .media(upTo: 0))
    }

    @Test(arguments: [
        "A", "AA", "AAA", "AA=", "A===", "====", "AA==AA==", "AA=A", "AAAA=", "A AA", "AA\n=", "AB==", "AAB=", "AA-_",
        "ÄAA",
    ])
    func refusesWhatIsNoBase64(_ text: String) {
        let value: Value = ["type": "image/png", "base64": .text(text)]
        #expect(throws: RecordError.self) { try value.decoded(as: Media.self) }
        #expect(Media.shape.problems(in: value).map(\.path.description) == ["base64"])
    }
}

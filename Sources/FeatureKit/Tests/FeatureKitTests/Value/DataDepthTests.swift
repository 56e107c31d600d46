@_spi(Hosting) import FeatureKit
import Testing

/// Data that are nested deeper than a thread's stack would hold.
@Suite struct DataDepthTests {
    /// What wraps itself without a name or a list around it.
    private indirect enum Onion: Codable {
        case core
        case skin(Onion)

        init(from decoder: any Decoder) throws { self = .skin(try decoder.singleValueContainer().decode(Onion.self)) }

        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            if case .skin(let inner) = self { try single.encode(inner) } else { try single.encodeNil() }
        }
    }

    private let exceeded = DataDepth.Exceeded()

    @Test func `what is as deep as may be is written and read`() throws {
        let value = Nest.value(levels: DataDepth.limit)
        #expect(try Value(codable: Nest(levels: DataDepth.limit)) == value)
        #expect(try Value(revealing: Nest(levels: DataDepth.limit)) == value)
        #expect(try Value(codable: value.decoded(codable: Nest.self)) == value)
    }

    @Test(arguments: [DataDepth.limit + 2, 5_000])
    func `what is deeper is refused`(levels: Int) {
        #expect(throws: exceeded) { try Value(codable: Nest(levels: levels)) }
        #expect(throws: UnwritableRecord.self) { try Value(revealing: [Nest(levels: levels)]) }
        #expect(throws: exceeded) { try Nest.value(levels: levels).decoded(codable: Nest.self) }
        let onion = (1..<levels).reduce(Onion.core) { inner, _ in .skin(inner) }
        #expect(throws: exceeded) { try Value(codable: onion) }
        #expect(exceeded.description == "it is nested deeper than 128")
    }

    @Test func `plain data are carried as they are`() throws {
        let value = Value.lists(levels: 5_000)
        #expect(try Value(codable: value) == value)
        #expect(try Value(codable: ["a": value]) == ["a": value])
        #expect(try value.decoded(codable: Value.self) == value)
        #expect(value.json.utf8.count == 10_000)
    }
}

import Testing

@testable import FeatureKit

/// A message crosses from its publisher's type to a reader's own.
@Suite(.timeLimit(.minutes(1))) struct RereadTests {
    @Record struct Told: Equatable {
        /// Which station it is.
        var station: Int
        /// What is said.
        @Text(0...20) var text: String
    }

    @Record struct Heard: Equatable {
        /// Which station it is.
        var station: Int
        /// What is said.
        @Text(0...20) var text: String
    }

    @Record struct Strict: Equatable {
        /// Which station it is.
        @In(1...2) var station: Int
        /// What is said.
        var text: String
    }

    private static func parcel(_ station: Int) -> TypedParcel<Told> {
        let parcel = TypedParcel(Told(station: station, text: "a"))
        parcel.address(topic: "t", source: "s", cause: nil)
        parcel.stamp(sequence: 7, time: Timestamp(nanoseconds: 9))
        return parcel
    }

    private static func read<T: Shaped>(_ parcel: Parcel, _ type: T.Type) throws -> TypedParcel<T> {
        var bytes: [UInt8] = [1, 2, 3]
        return try parcel.reread(as: type, &bytes)
    }

    @Test func `all readers of a type share what was made for the first`() async throws {
        let parcel = Self.parcel(1)
        let made = try await withThrowingTaskGroup(of: (Parcel, Parcel).self) { group in
            for number in 0..<64 {
                group.addTask {
                    if number.isMultiple(of: 2) {
                        return (try Self.read(parcel, Heard.self), try Self.read(parcel, Value.self))
                    }
                    let value = try Self.read(parcel, Value.self)
                    return (try Self.read(parcel, Heard.self), value)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let heard = try Self.read(parcel, Heard.self)
        #expect(heard.payload == Heard(station: 1, text: "a"))
        #expect((heard.topic, heard.source, heard.sequence, heard.time.nanoseconds) == ("t", "s", 7, 9))
        let value = try Self.read(parcel, Value.self)
        #expect(value.payload == ["station": 1, "text": "a"])
        #expect(made.allSatisfy { $0 === heard && $1 === value })
    }

    @Test func `a type that refuses the data does so for every reader`() throws {
        let parcel = Self.parcel(3)
        for _ in 0..<2 { #expect(throws: RecordError.self) { try Self.read(parcel, Strict.self) } }
        #expect(try Self.read(parcel, Heard.self).payload.station == 3)
    }
}

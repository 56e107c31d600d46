/// A person who was erased: the key, and its number in the list of all.
@Record
public struct Erasure: Hashable {
    /// Its place in the list; the first is 1.
    @In(1...Int64.max) public var number: Int64
    /// The key by which features knew the person.
    public var key: String
}

/// Asks who was erased after a number.
@Record
public struct ErasuresAfter: Hashable {
    /// The number of the last one that is known.
    @In(0...Int64.max) public var after: Int64
    /// How many to list at most.
    @In(1...1_000) public var limit: Int = 500
}

/// Who was erased, in the order of their numbers.
@Record
public struct ErasurePage: Hashable {
    /// The next ones after the number; none where nobody was erased since.
    @Count(0...1_000) public var items: [Erasure]
}

/// How many people were erased so far; the last number is kept for readers that come late.
@Record @Topic("accounts.erased", retain: .latest)
public struct NewestErasure: Hashable {
    /// The number of the last one.
    @In(0...Int64.max) public var number: Int64
}

extension Route where Request == ErasuresAfter, Reply == ErasurePage {
    /// Lists who was erased; the module that keeps accounts serves it.
    public static var erasures: Self {
        .init(
            "accounts.erasures", .get, "/erasures", access: .role("admin"),
            summary: "Lists the keys of people who were erased.")
    }
}

extension Topic where Payload == NewestErasure {
    /// Tells whenever somebody was erased, and keeps the last number for readers that come late.
    public static var erased: Self { NewestErasure.topic }
}

public import FeatureKit

/// One form of something that is sold, such as a size, or something that can be added to it.
@Record public struct ArticleOption: Equatable {
    /// What tells it from the others.
    @Text(1...20) public var id: String
    /// Its name.
    @Text(1...50) public var name: String
    /// How much more it costs, in minor units.
    @In(-100_000_000...100_000_000) public var surcharge: Int64 = 0
}

/// Something that is sold.
public protocol Article {
    /// Its name.
    var name: String { get }
    /// What one costs, in minor units, with the tax.
    var price: Int64 { get }
    /// The rate of the value-added tax in hundredths of a per cent.
    var vat: Int { get }
    /// Of these the customer takes one; none where it has only one form.
    var variants: [ArticleOption] { get }
    /// Of these the customer takes as many as they like.
    var extras: [ArticleOption] { get }
    /// How old somebody has to be to buy it.
    var minimumAge: Int? { get }
}

extension Article {
    /// What one costs with a variant and extras, and what these are called; nil where it has them no more.
    public func choice(variant: String?, extras: [String]) -> (price: Int64, options: [String])? {
        let chosen = variants.first { $0.id == variant }
        guard (chosen != nil) != variants.isEmpty, variant == nil || chosen != nil else { return nil }
        let added = extras.compactMap { extra in self.extras.first { $0.id == extra } }
        guard added.count == extras.count else { return nil }
        let price = price + (chosen?.surcharge ?? 0) + added.reduce(0) { $0 + $1.surcharge }
        return (max(0, price), (chosen.map { [$0.name] } ?? []) + added.map(\.name))
    }
}

extension Article {
    /// What is wrong with its variants and extras beyond their shapes, such as one that stands there twice.
    ///
    /// - Parameter reserved: The characters that their ids and names can't have, where they are written into files.
    public func optionProblems(reserved: (ids: String, names: String)) -> [RequestProblem] {
        let marks = reserved.ids.map(String.init).joined(separator: " ")
        var problems: [RequestProblem] = []
        for (field, options) in [("variants", variants), ("extras", extras)] {
            func add(_ message: String) { problems.append(RequestProblem(field, message)) }
            let doubles = Dictionary(grouping: options, by: \.id).filter { $1.count > 1 }
            for id in doubles.keys.sorted() { add("\"\(id)\" stands there twice") }
            for option in options {
                if option.id.contains(where: reserved.ids.contains) { add("\"\(option.id)\" has one of \(marks)") }
                if option.name.contains(where: reserved.names.contains) {
                    add("the name \"\(option.name)\" has a \(reserved.names)")
                }
            }
        }
        for variant in variants where price + variant.surcharge < 0 {
            problems.append(RequestProblem("variants", "\"\(variant.id)\" would cost less than nothing"))
        }
        return problems
    }
}

/// So many of one article in one form.
@Record public struct BasketLine: Equatable {
    /// How many one line has at most.
    public static let mostQuantity = 99

    /// What tells it from the basket's other lines.
    @Text(1...40) public var id: String
    /// The article's id.
    @Text(1...64) public var product: String
    /// Which of its variants.
    @Text(1...20) public var variant: String?
    /// The extras, in the order of the article's.
    @Text(1...20) @Count(0...30) public var extras: [String] = []
    /// How many.
    @In(1...99) public var quantity: Int
    /// What the kitchen should know.
    @Text(1...200) public var note: String?
    /// What one cost when the customer saw it last, in minor units.
    @In(0...1_000_000_000) public var seenPrice: Int64

    /// A line with an article.
    public init(
        id: String, _ product: String, _ article: some Article, variant: String?, extras: [String], quantity: Int,
        note: String?
    ) throws(BasketProblem) {
        // In the article's order, each once, so that the same wish is the same line.
        let chosen = article.extras.map(\.id).filter(extras.contains)
        if let unknown = extras.first(where: { !chosen.contains($0) }) { throw .noExtra(unknown) }
        guard let price = article.choice(variant: variant, extras: chosen)?.price else {
            throw .chooseVariant(article.variants.map(\.id))
        }
        self.init(
            id: id, product: product, variant: variant, extras: chosen, quantity: quantity,
            note: note?.isEmpty == true ? nil : note, seenPrice: price)
    }

    /// Whether both are the same article in the same form, with the same wish.
    func isSame(as other: BasketLine) -> Bool {
        (product, variant, note) == (other.product, other.variant, other.note) && extras == other.extras
    }
}

/// Why something does not go into a basket.
public enum BasketProblem: Error, Equatable {
    case tooManyLines, tooMany
    /// The article has these variants.
    case chooseVariant([String])
    case noExtra(String)
}

extension [BasketLine] {
    /// How many lines a basket has at most.
    public static var most: Int { 50 }

    /// Puts something into the basket, onto the same line where it is there already.
    public mutating func add(_ line: BasketLine) throws(BasketProblem) {
        if let index = firstIndex(where: { $0.isSame(as: line) }) {
            guard self[index].quantity + line.quantity <= BasketLine.mostQuantity else { throw .tooMany }
            self[index].quantity += line.quantity
            self[index].seenPrice = line.seenPrice
        } else {
            guard count < Self.most else { throw .tooManyLines }
            append(line)
        }
    }

    /// Takes over what is in another basket; what does not fit is left out.
    public mutating func take(_ others: [BasketLine]) {
        for line in others {
            if let index = firstIndex(where: { $0.isSame(as: line) }) {
                self[index].quantity = Swift.min(BasketLine.mostQuantity, self[index].quantity + line.quantity)
            } else if count < Self.most {
                append(line)
            }
        }
    }
}

/// A page described in data, such as a receipt, that is shown as HTML, PDF and PNG.
public struct PrintedPage: Sendable, Equatable {
    /// What a page is printed on.
    public enum Paper: Sendable, Equatable {
        /// Sheets, as many as it needs, with their numbers.
        case a4
        /// A roll so many millimetres wide, as long as the page needs.
        case roll(Double)
    }

    /// A part of a page, below the part before it.
    public enum Block: Sendable, Equatable {
        /// A line in large letters.
        case heading(String)
        /// Text that breaks where it has to, and at its own lines.
        case text(String)
        case table(Table)
        /// A line from one edge to the other.
        case rule
        /// A picture, so many millimetres wide.
        case picture(png: [UInt8], width: Double, alternative: String)
        /// So many millimetres of nothing.
        case space(Double)
    }

    /// Rows of cells; a table that goes on on another sheet repeats its titles there.
    public struct Table: Sendable, Equatable {
        /// A column.
        public struct Column: Sendable, Equatable {
            /// What stands above it.
            public var title: String
            /// How much of the width it has, relative to the others.
            public var share: Double
            /// Whether its cells end at its right edge, as amounts do.
            public var isRightAligned: Bool

            /// Describes a column.
            public init(_ title: String = "", share: Double = 1, isRightAligned: Bool = false) {
                (self.title, self.share, self.isRightAligned) = (title, share, isRightAligned)
            }
        }

        /// The columns.
        public var columns: [Column]
        /// The cells of each row.
        public var rows: [[String]]
        /// Whether the last row is a sum, in bold.
        public var endsInSum: Bool

        /// Describes a table.
        public init(_ columns: [Column], _ rows: [[String]], endsInSum: Bool = false) {
            (self.columns, self.rows, self.endsInSum) = (columns, rows, endsInSum)
        }

        var hasTitles: Bool { columns.contains { !$0.title.isEmpty } }
    }

    static let mostBlocks = 1_000
    static let mostRows = 5_000
    static let mostCharacters = 500_000

    /// What it is printed on.
    public let paper: Paper
    /// Its language, such as es.
    public let language: String
    /// What it is, for readers that show titles.
    public let title: String
    /// Its parts, from the top to the bottom.
    public let blocks: [Block]

    /// Describes a page.
    public init(_ paper: Paper, language: String, title: String, _ blocks: [Block]) throws(PageProblem) {
        if case .roll(let width) = paper, !(30...300).contains(width) { throw .rollWidth }
        guard blocks.count <= Self.mostBlocks else { throw .tooLarge }
        var (rows, characters) = (0, title.count)
        for block in blocks {
            switch block {
            case .heading(let text), .text(let text): characters += text.count
            case .table(let table):
                rows += table.rows.count
                guard !table.columns.isEmpty, table.columns.allSatisfy({ $0.share > 0 && $0.share.isFinite }),
                    table.rows.allSatisfy({ $0.count == table.columns.count })
                else { throw .table }
                characters += (table.rows.joined() + table.columns.map(\.title)).reduce(0) { $0 + $1.count }
            case .picture(let png, let width, _):
                guard (1...300).contains(width), png.count <= 5_000_000 else { throw .picture }
            case .space(let height): guard (0...300).contains(height) else { throw .tooLarge }
            case .rule: break
            }
        }
        guard rows <= Self.mostRows, characters <= Self.mostCharacters else { throw .tooLarge }
        (self.paper, self.language, self.title, self.blocks) = (paper, language, title, blocks)
    }
}

/// Why a page can't be made.
public enum PageProblem: Error, Equatable, CustomStringConvertible {
    /// A roll has 30 to 300 mm.
    case rollWidth
    /// There is more of it than fits on 200 sheets or into a picture of 32 million pixels.
    case tooLarge
    /// A table without columns, or a row with more or fewer cells than there are columns.
    case table
    /// A picture that is no PNG, is too large, or is wider than 300 mm.
    case picture
    /// There is not enough memory.
    case noMemory

    /// What is wrong, in a sentence.
    public var description: String {
        switch self {
        case .rollWidth: "a roll of paper is 30 to 300 mm wide"
        case .tooLarge: "the page is too large"
        case .table: "each row of a table has as many cells as there are columns"
        case .picture: "a picture is a PNG of up to 5 MB that is 1 to 300 mm wide"
        case .noMemory: "there is not enough memory for the page"
        }
    }
}

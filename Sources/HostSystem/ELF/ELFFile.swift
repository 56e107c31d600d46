/// What a shared library says of itself, read from its bytes without opening it.
///
/// Opening runs code and cannot be undone, so everything that can be known before is read here. Only ELF files of 64
/// bits in little-endian order are read; the machines that Swift runs on have no others.
package struct ELFFile: Sendable {
    /// The most libraries that one may need; more counts as damage.
    package static let mostNeeded = 1024

    /// The libraries that it needs, as its dynamic section names them.
    package let needed: [String]
    /// Where it looks for them besides the system's folders.
    package let runpath: String?

    let bytes: UntrustedBytes
    private let sections: [Section]
    private let names: Range<Int>

    private struct Section {
        let name: UInt32
        let kind: UInt32
        let offset: UInt64
        let size: UInt64
        /// The section that this one refers to, by number.
        let link: UInt32
    }

    private enum Kind {
        static let dynamic: UInt32 = 6
        static let withoutBytes: UInt32 = 8
        static let dynamicSymbols: UInt32 = 11
        static let allSymbols: UInt32 = 2
    }

    /// Reads a file's tables; what is damaged or of another machine is refused.
    package init(_ contents: [UInt8], for machine: ELFMachine = .here) throws(ELFProblem) {
        let bytes = UntrustedBytes(contents)
        try Self.checkHeader(bytes, beginsAsELF: contents.starts(with: [0x7f] + Array("ELF".utf8)), for: machine)
        let sections = try Self.sections(of: bytes)
        let nameTable: UInt16 = try bytes.number(at: 62, of: .header)
        self.bytes = bytes
        self.sections = sections
        names = try Self.place(of: Int(nameTable), in: sections, of: bytes, part: .sectionNames)
        (needed, runpath) = try Self.dynamics(in: sections, of: bytes)
    }

    /// The bytes of a section; nil where there is no such section.
    package func section(_ name: String) throws(ELFProblem) -> [UInt8]? {
        guard let number = sections.firstIndex(where: { bytes.isText(name.utf8, at: UInt64($0.name), in: names) })
        else { return nil }
        return Array(bytes[try Self.place(of: number, in: sections, of: bytes, part: .sectionTable)])
    }

    /// Whether others can find a function or variable of that name in it.
    package func exports(_ symbol: String) throws(ELFProblem) -> Bool {
        let size = 24
        for (number, section) in sections.enumerated() where section.kind == Kind.dynamicSymbols {
            let table = try Self.place(of: number, in: sections, of: bytes, part: .symbolTable)
            let texts = try Self.place(of: Int(section.link), in: sections, of: bytes, part: .symbolTable)
            for entry in stride(from: table.lowerBound, through: table.upperBound - size, by: size) {
                let name: UInt32 = try bytes.number(at: entry, of: .symbolTable)
                guard bytes.isText(symbol.utf8, at: UInt64(name), in: texts) else { continue }
                let info: UInt8 = try bytes.number(at: entry + 4, of: .symbolTable)
                let home: UInt16 = try bytes.number(at: entry + 6, of: .symbolTable)
                if Self.isOffered(info: info, home: home) { return true }
            }
        }
        return false
    }

    /// Where its symbols lie, and their names.
    func symbolTables() throws(ELFProblem) -> [(table: Range<Int>, names: Range<Int>)] {
        var tables: [(table: Range<Int>, names: Range<Int>)] = []
        for (number, section) in sections.enumerated()
        where section.kind == Kind.dynamicSymbols || section.kind == Kind.allSymbols {
            let table = try Self.place(of: number, in: sections, of: bytes, part: .symbolTable)
            tables.append((table, try Self.place(of: Int(section.link), in: sections, of: bytes, part: .symbolTable)))
        }
        return tables
    }

    /// Defined here (not merely needed), and bound globally, weakly or uniquely; linkers leave hidden ones out.
    private static func isOffered(info: UInt8, home: UInt16) -> Bool { home != 0 && [1, 2, 10].contains(info >> 4) }

    private static func checkHeader(
        _ bytes: UntrustedBytes, beginsAsELF: Bool, for machine: ELFMachine
    ) throws(ELFProblem) {
        guard beginsAsELF else { throw .notELF }
        let width: UInt8 = try bytes.number(at: 4, of: .header)
        let order: UInt8 = try bytes.number(at: 5, of: .header)
        guard (1...2).contains(width), (1...2).contains(order) else { throw .damaged(.header) }
        let kind: UInt16 = try bytes.number(at: 16, of: .header)
        let number: UInt16 = try bytes.number(at: 18, of: .header)
        let found = ELFMachine(
            number: order == 1 ? number : number.byteSwapped, is64Bit: width == 2, isLittleEndian: order == 1)
        guard found == machine else { throw .otherMachine(found) }
        let shared: UInt16 = 3
        guard kind == shared else { throw .notShared(kind) }
    }

    private static func sections(of bytes: UntrustedBytes) throws(ELFProblem) -> [Section] {
        let size: UInt16 = 64
        let offset: UInt64 = try bytes.number(at: 40, of: .header)
        let entrySize: UInt16 = try bytes.number(at: 58, of: .header)
        let count: UInt16 = try bytes.number(at: 60, of: .header)
        guard entrySize == size, count > 0 else { throw .damaged(.sectionTable) }
        let table = try bytes.range(at: offset, count: UInt64(count) * UInt64(size), of: .sectionTable)
        var sections: [Section] = []
        for entry in stride(from: table.lowerBound, to: table.upperBound, by: Int(size)) {
            sections.append(
                Section(
                    name: try bytes.number(at: entry, of: .sectionTable),
                    kind: try bytes.number(at: entry + 4, of: .sectionTable),
                    offset: try bytes.number(at: entry + 24, of: .sectionTable),
                    size: try bytes.number(at: entry + 32, of: .sectionTable),
                    link: try bytes.number(at: entry + 40, of: .sectionTable)))
        }
        return sections
    }

    /// Where a section's bytes lie in the file.
    private static func place(
        of number: Int, in sections: [Section], of bytes: UntrustedBytes, part: ELFProblem.Part
    ) throws(ELFProblem) -> Range<Int> {
        guard sections.indices.contains(number), sections[number].kind != Kind.withoutBytes else {
            throw .damaged(part)
        }
        return try bytes.range(at: sections[number].offset, count: sections[number].size, of: part)
    }

    private static func dynamics(
        in sections: [Section], of bytes: UntrustedBytes
    ) throws(ELFProblem) -> (needed: [String], runpath: String?) {
        let (end, need, path): (UInt64, UInt64, UInt64) = (0, 1, 29)
        let size = 16
        var needed: [String] = []
        var runpath: String?
        guard let number = sections.firstIndex(where: { $0.kind == Kind.dynamic }) else { return ([], nil) }
        let table = try place(of: number, in: sections, of: bytes, part: .dynamicSection)
        let texts = try place(of: Int(sections[number].link), in: sections, of: bytes, part: .dynamicSection)
        for entry in stride(from: table.lowerBound, through: table.upperBound - size, by: size) {
            let tag: UInt64 = try bytes.number(at: entry, of: .dynamicSection)
            let value: UInt64 = try bytes.number(at: entry + 8, of: .dynamicSection)
            switch tag {
            case end: return (needed, runpath)
            case need:
                guard needed.count < mostNeeded else { throw .damaged(.dynamicSection) }
                needed.append(try bytes.text(at: value, in: texts, of: .dynamicSection))
            case path: runpath = try bytes.text(at: value, in: texts, of: .dynamicSection)
            default: continue
            }
        }
        return (needed, runpath)
    }
}

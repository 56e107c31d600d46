extension ELFFile {
    /// The function that lies at these places of the file; nil where none is known there.
    ///
    /// - Returns: For each place the symbol's name, and how far behind its beginning it lies.
    package func symbols(at offsets: [UInt64]) throws(ELFProblem) -> [(name: String, distance: UInt64)?] {
        let addresses = try offsets.map { offset throws(ELFProblem) in try address(of: offset) }
        var best = [(start: UInt64, name: UInt64, names: Range<Int>)?](repeating: nil, count: offsets.count)
        for (table, names) in try symbolTables() {
            for entry in stride(
                from: table.lowerBound, through: table.upperBound - Self.symbolSize, by: Self.symbolSize)
            {
                let info: UInt8 = try bytes.number(at: entry + 4, of: .symbolTable)
                guard info & 0xF == Self.function else { continue }
                let start: UInt64 = try bytes.number(at: entry + 8, of: .symbolTable)
                let size: UInt64 = try bytes.number(at: entry + 16, of: .symbolTable)
                for (place, address) in addresses.enumerated() {
                    guard let address, address >= start, address - start < size else { continue }
                    if let known = best[place], known.start >= start { continue }
                    let name: UInt32 = try bytes.number(at: entry, of: .symbolTable)
                    best[place] = (start, UInt64(name), names)
                }
            }
        }
        var found: [(name: String, distance: UInt64)?] = []
        for (place, address) in addresses.enumerated() {
            guard let address, let symbol = best[place] else {
                found.append(nil)
                continue
            }
            found.append((try bytes.text(at: symbol.name, in: symbol.names, of: .symbolTable), address - symbol.start))
        }
        return found
    }

    private static let symbolSize = 24
    /// What a symbol is that stands for a function.
    private static let function: UInt8 = 2

    /// Where what lies at a place of the file is put when it is loaded.
    private func address(of offset: UInt64) throws(ELFProblem) -> UInt64? {
        let load: UInt32 = 1
        let start: UInt64 = try bytes.number(at: 32, of: .header)
        let size: UInt16 = try bytes.number(at: 54, of: .header)
        let count: UInt16 = try bytes.number(at: 56, of: .header)
        guard size == 56 else { throw .damaged(.header) }
        let table = try bytes.range(at: start, count: UInt64(count) * UInt64(size), of: .header)
        for entry in stride(from: table.lowerBound, to: table.upperBound, by: Int(size)) {
            guard try bytes.number(UInt32.self, at: entry, of: .header) == load else { continue }
            let first: UInt64 = try bytes.number(at: entry + 8, of: .header)
            let address: UInt64 = try bytes.number(at: entry + 16, of: .header)
            let length: UInt64 = try bytes.number(at: entry + 32, of: .header)
            if offset >= first, offset - first < length { return address &+ (offset - first) }
        }
        return nil
    }
}

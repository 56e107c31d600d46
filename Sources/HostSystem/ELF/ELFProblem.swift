/// Why bytes are no library that this machine can open.
package enum ELFProblem: Error, Sendable, Equatable {
    /// A part of the file that says what cannot be.
    package enum Part: Sendable, Equatable, CaseIterable {
        case header
        case sectionTable
        case sectionNames
        case dynamicSection
        case symbolTable
        case stamp
    }

    case notELF
    case otherMachine(ELFMachine)
    /// An ELF file, but an object file, a program or a core dump; the number is its `e_type`.
    case notShared(UInt16)
    case damaged(Part)
}

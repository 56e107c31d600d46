/// The kind of machine that an ELF file is made for.
package struct ELFMachine: Sendable, Hashable, CustomStringConvertible {
    /// The number of the instruction set, as the ELF registry gives it.
    package let number: UInt16
    package let is64Bit: Bool
    package let isLittleEndian: Bool

    package init(number: UInt16, is64Bit: Bool = true, isLittleEndian: Bool = true) {
        self.number = number
        self.is64Bit = is64Bit
        self.isLittleEndian = isLittleEndian
    }

    package static let x86_64 = ELFMachine(number: 62)
    package static let aarch64 = ELFMachine(number: 183)

    #if arch(x86_64)
        /// The machine that this program was compiled for.
        package static let here = x86_64
    #elseif arch(arm64)
        /// The machine that this program was compiled for.
        package static let here = aarch64
    #endif

    /// The name that `uname -m` gives it.
    package var description: String {
        let name =
            switch number {
            case 3: "i386"
            case 20: "ppc"
            case 21: isLittleEndian ? "ppc64le" : "ppc64"
            case 22: "s390x"
            case 40: "arm"
            case 62: is64Bit ? "x86_64" : "x32"
            case 183: "aarch64"
            case 243: is64Bit ? "riscv64" : "riscv32"
            case 258: "loongarch64"
            default: "machine \(number)"
            }
        return isLittleEndian || number == 20 || number == 21 || number == 22 ? name : "\(name), big-endian"
    }
}

import Testing

@testable import FlagEngine

@Suite struct OperandTests {
    @Test func `holds what it was made of`() {
        #expect(Operand.integer(-3).integer == -3)
        #expect(Operand.number(0.5).number == 0.5)
        #expect(MemoryLayout<Operand>.size == 16)
    }
}

import Columns
import Testing

@Suite struct ColumnTests {
    @Test func groupsKeepTheOrderOfTheirValues() {
        let arena = Arena()
        let groups = arena.groups([(2, 5), (0, 1), (2, 4), (0, 9)] as [(group: UInt32, value: Int32)], count: 4)
        #expect((0..<4).map { groups[$0].map { groups.values[$0] } } == [[1, 9], [], [5, 4], []])
        #expect(arena.bytes == 5 * 4 + 4 * 4)
        withExtendedLifetime(arena) {}
    }

    @Test func valuesAreSet() {
        let arena = Arena()
        let column = arena.column([-3, 0, 2, 7] as [Int32])
        column[3] = 1
        #expect(column.values == [-3, 0, 2, 1])
        column.fill(4)
        #expect(column.values == [4, 4, 4, 4] && arena.column([Int32]()).values.isEmpty)
        withExtendedLifetime(arena) {}
    }
}

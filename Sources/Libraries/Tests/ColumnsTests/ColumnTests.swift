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

    @Test func valuesBelowAreCounted() {
        let arena = Arena()
        let values: [Int32] = [-3, 0, 0, 2, 2, 7]
        let column = arena.column(values)
        for first in values.indices {
            for count in 0...(values.count - first) {
                for limit in Int32(-4)...8 {
                    let below = values[first..<first + count].count { $0 < limit }
                    #expect(column.count(below: limit, from: first, count: count) == below)
                }
            }
        }
        column[3] = 1
        #expect(column.values == [-3, 0, 0, 1, 2, 7])
        column.fill(4)
        #expect(column.values == [4, 4, 4, 4, 4, 4] && arena.column([Int32]()).values.isEmpty)
        withExtendedLifetime(arena) {}
    }
}

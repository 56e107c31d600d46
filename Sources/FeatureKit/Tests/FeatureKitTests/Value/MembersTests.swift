import FeatureKit
import Testing

@Suite struct MembersTests {
    @Test func keepTheOrderOfTheirFirstComing() {
        var members: Members = ["b": 1, "a": 2]
        members["c"] = 3
        members["b"] = 4
        #expect(members.names == ["b", "a", "c"])
        #expect(members.map(\.value) == [4, 2, 3])
        #expect(members.count == 3)
    }

    @Test func letGoOfWhatIsSetToNil() {
        var members: Members = ["a": 1, "b": 2]
        members["a"] = nil
        members["never"] = nil
        #expect(members.names == ["b"])
        #expect(members["a"] == nil)
        members["a"] = 3
        #expect(members.names == ["b", "a"])
        members["a"] = nil
        members["b"] = nil
        #expect(members.isEmpty)
    }

    @Test func holdNullAsAValueAndNotAsAnAbsence() {
        let members: Members = ["a": nil]
        #expect(members.count == 1)
        #expect(members["a"] == .some(.null))
    }

    @Test func countTheLaterOfTwoWithOneName() {
        let members: Members = ["a": 1, "b": 2, "a": 3]
        #expect(members.names == ["a", "b"])
        #expect(members["a"] == 3)
    }

    @Test func areEqualWhateverTheirOrder() {
        #expect(Members([("a", 1), ("b", 2)]) == Members([("b", 2), ("a", 1)]))
        #expect(Members([("a", 1)]) != Members([("a", 2)]))
        #expect(Members([("a", 1)]) != Members([("a", 1), ("b", 2)]))
        let oneWay: Value = ["a": ["x": 1, "y": 2]]
        let otherWay: Value = ["a": ["y": 2, "x": 1]]
        #expect(oneWay == otherWay)
    }

    @Test func canBeChangedWhileSomebodyWalksThem() {
        var members: Members = ["a": 1, "b": 2]
        var seen: [String] = []
        for (name, _) in members {
            members[name] = nil
            seen.append(name)
        }
        #expect(seen == ["a", "b"])
        #expect(members.isEmpty)
    }

    @Test(arguments: [1, 11, 12, 13, 14, 100]) func areTheSameHoweverManyThereAre(count: Int) {
        let names = (0..<count).map { "name \($0)" }
        var members = Members(names.map { ($0, .text($0)) })
        #expect(members.names == names)
        #expect(members == Members(names.reversed().map { ($0, .text($0)) }))
        for name in names { #expect(members[name] == .text(name)) }
        members["name 0"] = 5
        members["new"] = 6
        #expect(members.names == names + ["new"] && members["name 0"] == 5 && members["new"] == 6)
        for name in names.reversed() { members[name] = nil }
        #expect(members.names == ["new"] && members["name 0"] == nil)
        members["name 0"] = 7
        #expect(members == ["name 0": 7, "new": 6])
    }

    @Test func areToldApartWhereOneOfManyDiffers() {
        let pairs = (0..<40).map { ("\($0)", Value.integer($0)) }
        for place in pairs.indices {
            var others = pairs
            others[place] = (pairs[place].0, -1)
            #expect(Members(pairs) != Members(others))
            others[place] = ("other", pairs[place].1)
            #expect(Members(pairs) != Members(others.shuffled()))
        }
    }
}

import HTTPServer
import Testing

@Suite struct TargetTests {
    @Test(
        arguments: [
            ("/", [""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("//a", ["", "a"]), ("/a//b", ["a", "", "b"]),
            ("/tours/caf%C3%A9/a%2Fb", ["tours", "café", "a/b"]), ("/a%2fb", ["a/b"]), ("/a+b", ["a+b"]),
            ("/%F0%9F%8F%81", ["🏁"]), ("/a%20b%25", ["a b%"]), ("/...", ["..."]), ("/.a", [".a"]),
            ("/a;b=c/d", ["a;b=c", "d"]), ("/%2541", ["%41"]),
            ("/.", nil), ("/..", nil), ("/a/../b", nil), ("/a/./b", nil), ("/%2e%2E/b", nil), ("/.%2e", nil),
            ("/a/%2e", nil), ("/%", nil), ("/%4", nil), ("/%4/1", nil), ("/%zz", nil), ("/%+1", nil), ("/%-1", nil),
            ("/a%", nil), ("/%FF", nil), ("/%C3", nil), ("/%C0%AF", nil), ("/%ED%A0%80", nil), ("/%00", nil),
            ("/a%0D%0Ab", nil), ("/%7F", nil), ("", nil), ("*", nil), ("a", nil), ("a/b", nil),
        ] as [(String, [String]?)])
    func `A path is its segments, or none that two could read in two ways`(path: String, segments: [String]?) {
        #expect(TargetPath.segments(path.utf8.span) == segments)
    }

    @Test(
        arguments: [
            ("", []), ("a=1", [.init("a", "1")]), ("a", [.init("a", "")]), ("a=", [.init("a", "")]),
            ("=b", [.init("", "b")]), ("=", [.init("", "")]), ("a=b=c", [.init("a", "b=c")]),
            ("type=a&type=b", [.init("type", "a"), .init("type", "b")]), ("&&a=1&", [.init("a", "1")]),
            ("a+b=c+d%2Be", [.init("a b", "c d+e")]), ("%C3%A9=%26%3D", [.init("é", "&=")]),
            ("a=b?c/d", [.init("a", "b?c/d")]), ("a=1;b=2", [.init("a", "1;b=2")]),
            ("a=%0A", [.init("a", "\n")]),
            ("a=%", nil), ("%4=1", nil), ("a=%FF", nil), ("a=1&b=%C3&c=2", nil),
        ] as [(String, [TargetQuery.Pair]?)])
    func `A query is its pairs in order`(query: String, pairs: [TargetQuery.Pair]?) {
        #expect(TargetQuery.pairs(query.utf8.span) == pairs)
    }

    @Test func `A query has so many pairs and no more`() {
        let many = Array(repeating: "a=1", count: TargetQuery.mostPairs).joined(separator: "&")
        #expect(TargetQuery.pairs(many.utf8.span)?.count == 256)
        #expect(TargetQuery.pairs((many + "&").utf8.span)?.count == 256)
        #expect(TargetQuery.pairs((many + "&b").utf8.span) == nil)
    }
}

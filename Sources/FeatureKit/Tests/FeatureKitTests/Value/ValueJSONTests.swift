import FeatureKit
import Testing

@Suite struct ValueJSONTests {
    @Test(
        arguments: [
            (nil, "null"), (true, "true"), (false, "false"), (0, "0"), (-7, "-7"),
            (.integer(.min), "-9223372036854775808"), (.integer(.max), "9223372036854775807"),
            (1.0, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e300, "1e+300"), (.number(.leastNonzeroMagnitude), "5e-324"),
            (.number(.greatestFiniteMagnitude), "1.7976931348623157e+308"),
            (.number(.infinity), "null"), (.number(-.infinity), "null"), (.number(.nan), "null"),
            ("", #""""#), ("plain", #""plain""#), ("Größe 🏁", #""Größe 🏁""#),
            ([], "[]"), ([:], "{}"), ([[], [:]], "[[],{}]"),
            (["b": 1, "a": [true, nil, "x"]], #"{"b":1,"a":[true,null,"x"]}"#),
        ] as [(Value, String)])
    func writes(_ value: Value, as json: String) { #expect(value.json == json) }

    @Test(arguments: [
        ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\r", #"\r"#), ("\t", #"\t"#), ("\r\n", #"\r\n"#),
        ("\u{0}", #"\u0000"#), ("\u{8}", #"\u0008"#), ("\u{1F}", #"\u001f"#), ("\u{7F}", #"\u007f"#),
        ("\u{2028}", #"\u2028"#), ("\u{2029}", #"\u2029"#), (" ", " "), ("/", "/"), ("e\u{301}", "e\u{301}"),
        ("\u{FFFF}", "\u{FFFF}"), ("👩‍👧", "👩‍👧"),
    ])
    func escapes(_ text: String, as escaped: String) {
        #expect(Array(Value.text(text).json.utf8) == Array("\"\(escaped)\"".utf8))
        #expect(Array(([text: nil] as Value).json.utf8) == Array("{\"\(escaped)\":null}".utf8))
    }

    @Test func indentsForPeople() {
        let value: Value = ["name": "lamp", "none": [], "empty": [:], "zones": [1, ["deep": [true]]]]
        #expect(
            value.prettyJSON == """
                {
                  "name": "lamp",
                  "none": [],
                  "empty": {},
                  "zones": [
                    1,
                    {
                      "deep": [
                        true
                      ]
                    }
                  ]
                }
                """)
    }
}

@Suite struct ValueTests {
    @Test func wholeAndBrokenNumbersDiffer() {
        #expect(Value.integer(1) != .number(1))
        #expect(Value.text("1") != .integer(1))
    }

    @Test func leadsToItsParts() {
        let value: Value = ["zones": [["name": "pit"], ["name": "grid"]]]
        let name = ValuePath().member("zones").element(1).member("name")
        #expect(value[name] == "grid")
        #expect(value[ValuePath()] == value)
        #expect(value[ValuePath().member("zones").element(2)] == nil)
        #expect(value[ValuePath().member("zones").element(-1)] == nil)
        #expect(value[ValuePath().member("zones").member("name")] == nil)
        #expect(value[ValuePath().element(0)] == nil)
        #expect(value["zones"] == value[ValuePath([.member("zones")])])
        #expect(Value.list([])["zones"] == nil)
    }

    @Test func writesPathsAsReadersDo() {
        #expect(ValuePath().description == "")
        #expect(ValuePath().element(3).description == "[3]")
        #expect(ValuePath().member("a").element(0).element(1).member("b").member("c").description == "a[0][1].b.c")
    }
}

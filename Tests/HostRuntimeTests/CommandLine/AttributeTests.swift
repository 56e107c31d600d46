import FeatureKit
import Testing

@testable import HostRuntime

/// What is known of somebody, as it is written on a command line.
@Suite struct AttributeTests {
    @Test(
        arguments: [
            ("age=33", "age", 33), ("ratio=0.5", "ratio", 0.5), ("beta=true", "beta", true),
            ("country=ES", "country", "ES"),
            ("note=a=b", "note", "a=b"), ("empty=", "empty", ""), ("name=null", "name", "null"),
            ("tags:=[1,\"x\"]", "tags", [1, "x"]), ("gone:=null", "gone", nil), ("code:=\"33\"", "code", "33"),
        ] as [(String, String, Value)])
    func `names and what they hold`(text: String, name: String, value: Value) {
        #expect(Attribute(text)?.name == name)
        #expect(Attribute(text)?.value == value)
    }

    @Test(arguments: ["2.10", "007", "1e3", "+1", "0x10", "-0", "12345678901234567890123"])
    func `a number of which something would be lost is a text`(text: String) {
        #expect(Attribute("a=\(text)")?.value == .text(text))
    }

    @Test(arguments: ["", "a", "=b", ":=1", "a:=", "a:=[1", "a:=x"])
    func `what is none`(text: String) { #expect(Attribute(text) == nil) }
}

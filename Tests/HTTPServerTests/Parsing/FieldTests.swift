import HTTPServer
import Testing

@Suite struct FieldTests {
    @Test(
        arguments: [
            ("k=v", "v"), ("a=b; k=v; c=d", "v"), ("k=v;k=w", "v"), ("a=b;k=v", "v"), ("  k=v  ", "v"),
            ("k=\"v\"", "v"), ("k=", ""), ("k=\"\"", ""), ("k=a=b", "a=b"), ("\t;;; k=v", "v"), ("garbage; k=v", "v"),
            ("x=a b; k=v", "v"), ("é=ü; k=v", "v"), ("k=a b; k=v", "v"), ("k=\"; k=v", "v"),
            ("", nil), ("k", nil), ("K=v", nil), ("kk=v", nil), ("a=k=v", nil), ("k =v", nil), ("k= v", nil),
            ("k=a,b", nil), ("k=ü", nil), ("k=a\\b", nil), ("k=\"a", nil),
        ] as [(String, String?)])
    func `A cookie is the first one of its name`(field: String, value: String?) {
        #expect(CookieField.value(of: "k", in: field) == value)
    }

    @Test(
        arguments: [
            (#""x""#, true), (#"W/"x""#, true), ("*", true), (" * ", true), (#""a", "x""#, true), (#""a","x""#, true),
            (#""a,b", W/"x""#, true), (#", ,"x""#, true), (#""a" "x""#, true),
            (#""X""#, false), (#""a""#, false), ("x", false), ("", false), (#""x"#, false), (#"w/"x""#, false),
            (#"*, "a""#, false), ("W/", false), ("W/x", false), (#""a,"x"", "#, false), (#"W/ "x""#, false),
        ] as [(String, Bool)])
    func `A tag is named, weak or not`(field: String, isNamed: Bool) {
        #expect(EntityTag.matches(field, #""x""#) == isNamed)
        #expect(EntityTag.matches(field, #"W/"x""#) == isNamed)
    }

    @Test(
        arguments: [
            ("application/json", true), ("*/*", true), ("application/*", true), ("text/html, */*;q=0.1", true),
            ("Application/JSON; charset=utf-8", true), ("application/json;q=0.001", true), ("", true), (",", true),
            ("garbage", true), ("*/*;q=0, application/json", true), ("application/*;q=0, application/json;q=1", true),
            ("text/html", false), ("application/json;q=0", false), ("application/json; Q=0.000", false),
            ("*/*;q=0", false), ("application/json;q=0, */*", false), ("application/*;q=0, */*", false),
            ("application/jsonx", false), ("text/*", false), ("application/json;a=b;q=0", false),
        ] as [(String, Bool)])
    func `A type is taken or not`(field: String, isTaken: Bool) {
        #expect(AcceptField.accepts(field, "application/json") == isTaken)
    }
}

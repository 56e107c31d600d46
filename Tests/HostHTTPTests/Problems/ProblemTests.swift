import FeatureKit
import HTTPServer
import Testing

@testable import HostHTTP

/// A refusal reads as the page on HTTP says, to the byte.
@Suite struct ProblemTests {
    @Test func `a problem lists what is wrong and where`() {
        let problem = Problem(
            400, "invalid", "2 values do not fit",
            errors: [
                .init(
                    path: ValuePath([.member("seats")]), part: "body", message: "must be between 1 and 12, not 40"),
                .init(
                    path: ValuePath([.member("zones"), .element(2)]), part: "query",
                    message: "unknown key \"shfit\"; did you mean \"shift\"?"),
            ])
        let response = problem.response(request: "8f14e45fceea167a5a36dedd4bea2543")
        #expect(response.status == .badRequest)
        #expect(
            response.text == #"{"type":"urn:flagstand:problem:invalid","title":"Bad Request","status":400,"#
                + #""code":"invalid","detail":"2 values do not fit","message":"2 values do not fit","#
                + #""request":"8f14e45fceea167a5a36dedd4bea2543","#
                + #""errors":[{"path":"seats","in":"body","message":"must be between 1 and 12, not 40"},"#
                + #"{"path":"zones[2]","in":"query","message":"unknown key \"shfit\"; did you mean \"shift\"?"}]}"#)
        #expect(
            String(decoding: response.fields.bytes, as: UTF8.self)
                == "Content-Type: application/problem+json\r\nCache-Control: no-store\r\n")
    }

    @Test func `fields of its own come along`() {
        let response = Problem(405, "method-not-allowed", "…", fields: ["Allow": "GET, HEAD"]).response()
        #expect(response.field("Allow") == "GET, HEAD")
        #expect(!response.text.contains("request"))
    }

    @Test func `what a feature says can not end its field or its document`() {
        let response = Problem(409, "a\r\nb\"", "c\u{0}\"\n").response(request: "1")
        #expect(
            response.text == #"{"type":"urn:flagstand:problem:a\r\nb\"","title":"Conflict","status":409,"#
                + #""code":"a\r\nb\"","detail":"c\u0000\"\n","message":"c\u0000\"\n","request":"1"}"#)
    }
}

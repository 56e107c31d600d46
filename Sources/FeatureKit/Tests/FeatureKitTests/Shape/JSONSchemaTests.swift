import FeatureKit
import Testing

@Suite struct JSONSchemaTests {
    @Test(arguments: SchemaTable.rows)
    func theTableIsTrueOfTheShapes(_ row: SchemaTable.Row) {
        for value in row.accepted { #expect(row.shape.problems(in: value) == [], "\(value.json)") }
        for value in row.refused + row.beyondSchema { #expect(row.shape.problems(in: value) != [], "\(value.json)") }
    }

    @Test(
        arguments: [
            (.anything, #"{}"#), (.boolean, #"{"type":"boolean"}"#), (.integer(), #"{"type":"integer"}"#),
            (.integer(in: 1 ... .max), #"{"type":"integer","minimum":1}"#),
            (.integer(in: .min ... -1), #"{"type":"integer","maximum":-1}"#), (.number(), #"{"type":"number"}"#),
            (.number(in: 0.5...2), #"{"type":"number","minimum":0.5,"maximum":2.0}"#),
            (.number(in: 0 ... .infinity), #"{"type":"number","minimum":0.0}"#),
            (.text(), #"{"type":"string","minLength":0,"maxLength":65536}"#),
            (.choice(["a", "b"]), #"{"type":"string","enum":["a","b"]}"#),
            (.timestamp, #"{"type":"string","format":"date-time"}"#),
            (.path, #"{"type":"string","description":"A path, relative to the folder of this document."}"#),
            (
                .secret,
                #"{"type":"object","properties":{"secret":{"type":"string","#
                    + #""pattern":"^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$","#
                    + #""description":"Where the host finds the secret: env:NAME or file:/path."}},"#
                    + #""required":["secret"],"additionalProperties":false}"#
            ),
            (
                .media,
                #"{"type":"object","properties":{"#
                    + #""type":{"type":"string","minLength":1,"maxLength":255,"#
                    + #""description":"The media type, such as image/png."},"#
                    + #""base64":{"type":"string","minLength":0,"maxLength":89478488,"#
                    + #""description":"The bytes in base 64."}},"#
                    + #""required":["type","base64"],"additionalProperties":false}"#
            ),
            (
                .list(of: .boolean, count: 1...2),
                #"{"type":"array","items":{"type":"boolean"},"minItems":1,"maxItems":2}"#
            ),
            (
                .map(of: .boolean, count: 1...2),
                #"{"type":"object","additionalProperties":{"type":"boolean"},"minProperties":1,"maxProperties":2}"#
            ),
            (.object([]), #"{"type":"object","properties":{},"additionalProperties":false}"#),
        ] as [(Shape, String)])
    func writes(_ shape: Shape, as text: String) {
        let head = #"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"T""#
        let body = text == "{}" ? "}" : "," + text.dropFirst()
        #expect(shape.jsonSchema(title: "T").json == head + body)
    }

    @Test func aRichShape() {
        #expect(SchemaTable.rich.jsonSchema(title: "Lamp").prettyJSON == Self.richSchema)
    }

    private static let richSchema = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Lamp",
          "type": "object",
          "properties": {
            "colour": {
              "type": "string",
              "enum": [
                "green",
                "yellow",
                "red"
              ],
              "description": "What the lamp shows."
            },
            "every": {
              "type": "string",
              "pattern": "^(0|(?=.)([0-9]{1,10}(\\.[0-9]{1,9})?d)?([0-9]{1,10}(\\.[0-9]{1,9})?h)?\#
        ([0-9]{1,10}(\\.[0-9]{1,9})?m)?([0-9]{1,10}(\\.[0-9]{1,9})?s)?([0-9]{1,10}(\\.[0-9]{1,9})?ms)?\#
        ([0-9]{1,10}(\\.[0-9]{1,9})?us)?([0-9]{1,10}(\\.[0-9]{1,9})?ns)?)$",
              "examples": [
                "250ms",
                "1h30m"
              ],
              "description": "How often it blinks."
            },
            "level": {
              "type": "integer",
              "minimum": 0,
              "maximum": 9,
              "description": "How bright.",
              "default": 5
            },
            "note": {
              "type": "string",
              "minLength": 0,
              "maxLength": 80,
              "description": "A note."
            },
            "zones": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "name": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 8,
                    "description": "Its name."
                  }
                },
                "required": [
                  "name"
                ],
                "additionalProperties": false
              },
              "minItems": 0,
              "maxItems": 4,
              "description": "Where.",
              "default": []
            },
            "limits": {
              "type": "object",
              "additionalProperties": {
                "type": "number",
                "minimum": 0.0
              },
              "minProperties": 0,
              "maxProperties": 10000,
              "description": "How much."
            }
          },
          "required": [
            "colour",
            "every"
          ],
          "additionalProperties": false
        }
        """#
}

import FeatureKit
import Testing

@testable import HostConfig

@Suite struct HostSchemaTests {
    @Test func describesEveryKnownFeature() {
        let schema = HostSchema.json(features: knownFeatures)
        #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
        #expect(schema["title"] == "plugins.yaml")
        #expect(schema["additionalProperties"] == false)
        let properties = schema["properties"]
        #expect(properties?["log"]?["enum"] == ["debug", "info", "warning", "error"])
        #expect(properties?["log"]?["default"] == "info")
        #expect(properties?["plugins"]?["type"] == "array")
        let listen = properties?["http"]?["properties"]?["listen"]
        #expect(listen?["anyOf"]?[ValuePath([.element(0)])] == ["type": "string"])
        #expect(listen?["anyOf"]?[ValuePath([.element(1)])]?["type"] == "array")
        #expect(listen?["default"] == [] && listen?["type"] == nil)
        #expect(properties?["http"]?["properties"]?["cors"]?["properties"]?["maxAge"]?["default"] == "10m")
        let features = properties?["features"]
        #expect(features?["additionalProperties"] == false)
        #expect(features?["required"] == nil)
        let section = features?["properties"]?["lamp"]
        #expect(section?["description"] == "A lamp that blinks.")
        #expect(section?["properties"]?["enabled"]?["default"] == true)
        let settings = section?["properties"]?["settings"]
        #expect(settings?["required"] == ["every"])
        #expect(settings?["properties"]?["colour"]?["enum"] == ["green", "red"])
        #expect(settings?["properties"]?["key"]?["required"] == ["secret"])
        #expect(features?["properties"]?["lost"]?["properties"]?["settings"]?["additionalProperties"] == [:])
    }
}

package import FeatureKit

extension OpenAPISource {
    /// The OpenAPI document.
    package var document: Value {
        var paths = OpenAPIPaths(allowsAnonymous: allowsAnonymous)
        let flags = HostOperations.flags.map { method, path, operation in
            var operation = operation
            operation.security = Security.everyone(andAnonymous: allowsAnonymous)
            return (method, path, operation)
        }
        for operation in HostOperations.probes(allowsAnonymous: allowsAnonymous) + flags {
            paths.add(operation.method, operation.path, operation.operation)
        }
        if hasOperators {
            let all =
                HostOperations.operators + HostOperations.config + HostOperations.stores + HostOperations.access
                + HostOperations.audit
            for operation in HostOperations.completed(all) {
                paths.add(operation.method, operation.path, operation.operation)
            }
        }
        let sorted = features.sorted { $0.id < $1.id }
        for feature in sorted { paths.add(feature) }

        var tags: [Value] = [
            ["name": "host", "description": "For those who watch the process."],
            ["name": "flags", "description": "For apps, by OpenFeature's remote evaluation protocol."],
        ]
        if hasOperators { tags.append(["name": "operators", "description": "For those who look after it."]) }
        tags += sorted.map { ["name": .text($0.id), "description": .text($0.summary)] }

        var schemas: Members = ["Problem": ProblemResponse.schema]
        for (name, schema) in HostOperations.flagSchemas { schemas[name] = schema }
        if hasOperators {
            for (name, schema) in HostOperations.operatorSchemas { schemas[name] = schema }
            for (name, schema) in HostOperations.configSchemas { schemas[name] = schema }
            for (name, schema) in HostOperations.storeSchemas { schemas[name] = schema }
            for (name, schema) in HostOperations.auditSchemas { schemas[name] = schema }
            for (name, schema) in HostOperations.accessSchemas { schemas[name] = schema }
        }
        return [
            "openapi": "3.1.0", "info": ["title": "Flagstand", "version": .text(version)],
            "servers": [["url": "/"]], "tags": .list(tags), "paths": paths.value,
            "components": [
                "schemas": .object(schemas), "responses": .object(ProblemResponse.components),
                "securitySchemes": Security.schemes(hasOperators: hasOperators || !allowsAnonymous),
            ],
        ]
    }
}

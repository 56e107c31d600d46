import HostRuntime

/// The map as a drawing: features are boxes, topics are round, routes have six corners, what is kept lies in drums;
/// what is off is dashed.
///
/// Arrows go the way that messages and questions go.
extension WiringMap {
    /// What is drawn, before anybody knows with which program.
    private struct Drawing {
        enum Form {
            case feature(isOn: Bool)
            case topic
            case route(isServed: Bool)
            case store
        }

        enum Line {
            case message
            case question
            case need
            case keeping
        }

        var nodes: [(label: String, form: Form)] = []
        var arrows: [(from: Int, to: Int, line: Line)] = []
        private var features: [String: Int] = [:]

        init(_ map: WiringMap) {
            for feature in map.features {
                features[feature.id] = nodes.count
                nodes.append((feature.id, .feature(isOn: feature.isOn)))
            }
            for topic in map.topics {
                let node = add(topic.name, .topic)
                for id in topic.publishers { arrows.append((feature(id), node, .message)) }
                for id in topic.readers { arrows.append((node, feature(id), .message)) }
            }
            for route in map.routes {
                let node = add(route.name, .route(isServed: route.isServed))
                for id in route.askers { arrows.append((feature(id), node, .question)) }
                for id in route.servers { arrows.append((node, feature(id), .question)) }
            }
            for feature in map.features {
                for need in feature.needs { arrows.append((self.feature(feature.id), self.feature(need), .need)) }
                guard !feature.keeps.isEmpty else { continue }
                let store = add(feature.keeps.joined(separator: ", "), .store)
                arrows.append((self.feature(feature.id), store, .keeping))
            }
        }

        private mutating func add(_ label: String, _ form: Form) -> Int {
            nodes.append((label, form))
            return nodes.count - 1
        }

        private mutating func feature(_ id: String) -> Int {
            if let known = features[id] { return known }
            // The host itself, or one that is needed and not there.
            let node = add(id, .feature(isOn: id == WiringMap.host))
            features[id] = node
            return node
        }
    }

    // MARK: - Graphviz

    /// The map for Graphviz: `dot -Tsvg`.
    var dot: String {
        let drawing = Drawing(self)
        var lines = ["digraph flagstand {", "  rankdir=LR;", "  node [fontname=\"sans-serif\"];"]
        for (index, node) in drawing.nodes.enumerated() {
            lines.append("  n\(index) [label=\"\(Self.escapedForDot(node.label))\", \(Self.dot(node.form))];")
        }
        for arrow in drawing.arrows { lines.append("  n\(arrow.from) -> n\(arrow.to)\(Self.dot(arrow.line));") }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private static func dot(_ form: Drawing.Form) -> String {
        switch form {
        case .feature(let isOn): "shape=box" + (isOn ? "" : ", style=dashed")
        case .topic: "shape=ellipse"
        case .route(let isServed): "shape=hexagon" + (isServed ? "" : ", style=dashed")
        case .store: "shape=cylinder"
        }
    }

    private static func dot(_ line: Drawing.Line) -> String {
        switch line {
        case .message: ""
        case .question: " [style=dashed]"
        case .need: " [style=dotted, arrowhead=empty, label=\"needs\"]"
        case .keeping: " [arrowhead=none]"
        }
    }

    static func escapedForDot(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if character == "\"" || character == "\\" { escaped += "\\" }
            escaped.append(character.isNewline ? " " : character)
        }
    }

    // MARK: - Mermaid

    /// The map for Mermaid, which Markdown pages draw.
    var mermaid: String {
        let drawing = Drawing(self)
        var lines = ["flowchart LR"]
        for (index, node) in drawing.nodes.enumerated() {
            let label = "\"\(Self.escapedForMermaid(node.label))\""
            switch node.form {
            case .feature(let isOn): lines.append("  n\(index)[\(label)]" + (isOn ? "" : ":::off"))
            case .topic: lines.append("  n\(index)([\(label)])")
            case .route(let isServed): lines.append("  n\(index){{\(label)}}" + (isServed ? "" : ":::off"))
            case .store: lines.append("  n\(index)[(\(label))]")
            }
        }
        for arrow in drawing.arrows {
            switch arrow.line {
            case .message: lines.append("  n\(arrow.from) --> n\(arrow.to)")
            case .question: lines.append("  n\(arrow.from) -.-> n\(arrow.to)")
            case .need: lines.append("  n\(arrow.from) ==>|needs| n\(arrow.to)")
            case .keeping: lines.append("  n\(arrow.from) --- n\(arrow.to)")
            }
        }
        return (lines + ["  classDef off stroke-dasharray: 4 4"]).joined(separator: "\n") + "\n"
    }

    /// Mermaid has no backslashes: what means something to it is written by its number.
    static func escapedForMermaid(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\"", "#", "<", ">", "&", "`", ";": escaped += "#\(scalar.value);"
            case "\n", "\r", "\t": escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}

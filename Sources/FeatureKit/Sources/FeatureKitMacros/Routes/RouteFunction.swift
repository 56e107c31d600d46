import SwiftSyntax

/// A function that answers a route, as its declaration has it.
struct RouteFunction {
    static let markers = ["Get", "Post", "Put", "Patch", "Delete", "Stream", "Serves"]

    /// What a parameter takes.
    enum Argument: Equatable {
        case request
        case call
        case out
        case once
        /// A field of the request that the macro makes, by its name in Swift.
        case field(String)
    }

    let name: String
    /// What the marker says of the route; nil where it names one that is declared elsewhere.
    let declaration: Declaration?
    /// What stands for the route where it is served.
    let route: String
    let streams: Bool
    /// Whether it answers each idempotency key once: it takes a `Once`.
    let isIdempotent: Bool
    let request: String
    /// The fields of the request that the macro makes; empty where the function takes a record, or nothing.
    let fields: [Property]
    let reply: String
    /// The function's parameters with their labels.
    let arguments: [(label: String?, takes: Argument)]
    let isAsync: Bool
    let canThrow: Bool
    let returnsNothing: Bool
    /// Whether it is kept from other files.
    let isPrivate: Bool

    /// A route that is declared by a function's marker.
    struct Declaration {
        /// The static property that has the route.
        let property: String
        let id: String
        /// `get`, `post`, … as `RouteMethod` has them.
        let method: String
        let path: String
        let access: String
        /// How often it may be asked, as it is written.
        let limit: String?
        let summary: String
    }

    /// The name of the request that the macro makes: `LoginRequest` for `login`.
    private static func requestName(_ name: String) -> String {
        bare(name).prefix(1).uppercased() + bare(name).dropFirst() + "Request"
    }

    private static func bare(_ name: String) -> String { name.filter { $0 != "`" } }
}

extension RouteFunction {
    /// Reads a function with a marker; what is wrong with it is added to the problems, and where that leaves no code there is
    /// none.
    static func read(
        _ function: FunctionDeclSyntax, marked marker: AttributeSyntax, owner: String,
        _ problems: inout [PlacedProblem]
    ) -> RouteFunction? {
        let known = problems.count
        let name = function.name.bareName
        func report(_ problem: RouteProblem, at node: some SyntaxProtocol) {
            problems.append(PlacedProblem(problem, at: node))
        }
        if function.modifiers.has(.static, .class) { report(.isStatic(name), at: function.name) }
        if function.modifiers.has(.mutating) { report(.isMutating(name), at: function.name) }
        if function.genericParameterClause != nil { report(.functionIsGeneric(name), at: function.name) }
        let isKnown = marker.name == "Serves"
        let written = Array(marker.argumentList ?? [])
        // The compiler says what is missing.
        guard written.count >= (isKnown ? 1 : 2) else { return nil }
        let declaration =
            isKnown ? nil : Declaration.read(function, marked: marker.name, written, owner: owner, &problems)
        let parameters = Parameters.read(function, &problems)
        if isKnown, !parameters.fields.isEmpty { report(.fieldsOfKnownRoute(name), at: function.name) }
        if !isKnown, parameters.request == nil, let path = written[0].expression.literalText {
            let fields = parameters.arguments.compactMap { $0.takes.isField ? $0.label : nil }
            for name in path.namesInBraces where !fields.contains(name) {
                report(.noParameter(name, of: fields), at: written[0].expression)
            }
        }
        let result = function.signature.returnClause?.type
        let returnsNothing = result.map { ["Void", "()", "Swift.Void"].contains($0.source) } ?? true
        let streams = marker.name == "Stream" || (isKnown && parameters.out != nil)
        switch (streams, parameters.out) {
        case (true, nil): report(.streamWithoutOut(name), at: function.name)
        case (false, .some): report(.outWithoutStream(name), at: marker)
        default: break
        }
        if streams, !returnsNothing, let result { report(.streamReturns(name), at: result) }
        if parameters.once != nil, streams || marker.name == "Get" { report(.onceWithoutChange(name), at: marker) }
        guard problems.leaveCode(since: known) else { return nil }
        return RouteFunction(
            name: function.name.text, declaration: declaration,
            route: declaration.map { "Self.\($0.property)" } ?? written[0].expression.source, streams: streams,
            isIdempotent: parameters.once != nil,
            request: parameters.request
                ?? (parameters.fields.isEmpty ? "FeatureKit.Nothing" : requestName(function.name.text)),
            fields: parameters.fields + (parameters.fields.isEmpty || parameters.once == nil ? [] : [idempotencyKey]),
            reply: parameters.out ?? parameters.once ?? (returnsNothing ? nil : result?.source) ?? "FeatureKit.Nothing",
            arguments: parameters.arguments, isAsync: function.signature.effectSpecifiers?.asyncSpecifier != nil,
            canThrow: function.signature.effectSpecifiers?.throwsClause != nil, returnsNothing: returnsNothing,
            isPrivate: function.modifiers.has(.private, .fileprivate))
    }

    /// The field that an idempotent route's request has besides its own.
    private static let idempotencyKey = Property(
        identifier: "idempotencyKey", name: "idempotencyKey", type: "String", isOptional: true, value: nil,
        sentence: "What the caller calls this request; asked again with it, it is answered as the first time.",
        bounds: [.init(kind: .text, bounds: "1...255")])

    /// What the parameters take, told by their types, and for a request by its label.
    private struct Parameters {
        var arguments: [(label: String?, takes: Argument)] = []
        var request: String?
        var fields: [Property] = []
        /// What a `ReplyStream` takes.
        var out: String?
        /// What a `Once` answers.
        var once: String?

        static func read(_ function: FunctionDeclSyntax, _ problems: inout [PlacedProblem]) -> Parameters {
            var read = Parameters()
            let sentences = function.parameterSentences
            for parameter in function.signature.parameterClause.parameters {
                let label = parameter.firstName.tokenKind == .wildcard ? nil : parameter.firstName.bareName
                let type = parameter.type
                if let attributed = type.as(AttributedTypeSyntax.self) {
                    problems.append(
                        PlacedProblem(
                            RouteProblem.changing(attributed.specifiers.trimmedDescription), at: type))
                }
                let takes: Argument
                if ["Call", "FeatureKit.Call"].contains(type.source) {
                    takes = .call
                } else if let stream = type.reply(of: "ReplyStream") {
                    takes = .out
                    read.out = stream
                } else if let once = type.reply(of: "Once") {
                    takes = .once
                    read.once = once
                } else if label == nil {
                    takes = .request
                    read.request = type.source
                } else {
                    takes = .field(parameter.firstName.text)
                    let sentence = sentences[(parameter.secondName ?? parameter.firstName).bareName] ?? ""
                    read.fields += Property.read(parameter, sentence: sentence, &problems).map { [$0] } ?? []
                }
                if read.arguments.contains(where: { $0.takes == takes }) {
                    let problem: RouteProblem =
                        switch takes {
                        case .request, .field: .severalRequests
                        case .call: .several("Call")
                        case .out: .several("ReplyStream")
                        case .once: .several("Once")
                        }
                    problems.append(PlacedProblem(problem, at: parameter))
                }
                read.arguments.append((label, takes))
            }
            if read.request != nil, let field = read.arguments.firstIndex(where: { $0.takes.isField }) {
                let parameters = Array(function.signature.parameterClause.parameters)
                problems.append(PlacedProblem(RouteProblem.severalRequests, at: parameters[field]))
            }
            return read
        }
    }
}

extension RouteFunction.Declaration {
    /// Reads what a marker and the function's comment say.
    fileprivate static func read(
        _ function: FunctionDeclSyntax, marked marker: String, _ written: [LabeledExprSyntax], owner: String,
        _ problems: inout [PlacedProblem]
    ) -> RouteFunction.Declaration {
        let name = function.name.bareName
        func report(_ problem: RouteProblem, at node: some SyntaxProtocol) {
            problems.append(PlacedProblem(problem, at: node))
        }
        if function.sentence.isEmpty {
            problems.append(
                PlacedProblem(
                    RouteProblem.noSentence(name), at: function.name,
                    fixIts: function.addingSentence("What it does.")))
        } else if !function.sentence.endsLikeASentence {
            report(.openSentence(name), at: function.name)
        }
        if let path = written[0].expression.literalText {
            if !path.hasPrefix("/") || (path.count > 1 && path.hasSuffix("/")) {
                report(.path(path), at: written[0].expression)
            }
        } else {
            report(.pathIsNoLiteral, at: written[0].expression)
        }
        var id = "\(owner).\(name.kebabCase)"
        if let given = written.first(where: { $0.label?.text == "id" }) {
            if let text = given.expression.literalText, !text.isEmpty {
                id = text
            } else {
                report(.idIsNoLiteral, at: given.expression)
            }
        }
        return RouteFunction.Declaration(
            property: name + "Route", id: id, method: marker == "Stream" ? "get" : marker.lowercased(),
            path: written[0].expression.source, access: written[1].expression.source,
            limit: written.first { $0.label?.text == "limit" }?.expression.source, summary: function.sentence)
    }
}

extension RouteFunction.Argument {
    fileprivate var isField: Bool { if case .field = self { true } else { false } }
}

extension TypeSyntax {
    /// The type that `ReplyStream<…>` or `Once<…>` takes.
    fileprivate func reply(of generic: String) -> String? {
        let named = self.as(IdentifierTypeSyntax.self)
        let member = self.as(MemberTypeSyntax.self)
        guard (named?.name ?? member?.name)?.text == generic else { return nil }
        return (named?.genericArgumentClause ?? member?.genericArgumentClause)?.arguments.first?.argument.source
    }
}

extension String {
    /// The names in `/{bar}/bookings/{booking}`.
    fileprivate var namesInBraces: [String] {
        split(separator: "{").dropFirst().compactMap { part in part.firstIndex(of: "}").map { String(part[..<$0]) } }
    }

    /// `imagePut` as `image-put`, `readURLOf` as `read-url-of`.
    var kebabCase: String {
        let letters = Array(self)
        var kebab = ""
        for (index, letter) in letters.enumerated() {
            let startsWord =
                index > 0 && letter.isUppercase
                && (!letters[index - 1].isUppercase
                    || (index + 1 < letters.count && letters[index + 1].isLowercase))
            kebab += (startsWord ? "-" : "") + letter.lowercased()
        }
        return kebab
    }
}

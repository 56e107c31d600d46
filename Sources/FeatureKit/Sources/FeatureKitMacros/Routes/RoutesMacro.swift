import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Routes`: declares each function that is marked `@Get`, `@Post`, … as a route, and serves it.
enum RoutesMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax, conformingTo: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        var problems: [PlacedProblem] = []
        let routes = self.routes(node, declaration, &problems)
        context.report(problems)
        let access = declaration.modifiers.memberAccess
        func contracts(of group: String) -> String {
            routes.map { "FeatureKit.Contract.serves(\($0.route(of: group)))" }.joined(separator: ", ")
        }
        let members = routes.flatMap { $0.declarations(access) }.map { DeclSyntax(stringLiteral: $0) }
        if let name = node.argumentList?.first(where: { $0.label?.text == "as" })?.expression.literalText {
            // By its name, since an actor's or a class's stored property can't speak of `Self`.
            let group =
                declaration.as(ExtensionDeclSyntax.self)?.extendedType.source
                ?? declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "Self"
            return members + [
                """
                /// What these routes are to the host, and what answers them.
                \(raw: access)static let \(raw: name) = FeatureKit.RouteSet<\(raw: group)>([\(raw: contracts(of: group))]) {
                    group, routes throws(FeatureKit.BusError) in
                \(raw: routes.map { "    " + $0.serving(by: "group", of: group) }.joined(separator: "\n"))
                }
                """
            ]
        }
        return members + [
            """
            /// What these routes are to the host.
            \(raw: access)static var routes: [FeatureKit.Contract] { [\(raw: contracts(of: "Self"))] }
            """,
            """
            /// Answers these routes until the feature is drained.
            \(raw: access)func serve(on routes: FeatureKit.Routes) throws(FeatureKit.BusError) {
            \(raw: routes.map { "    " + $0.serving(by: "self", of: "Self") }.joined(separator: "\n"))
            }
            """,
        ]
    }

    private static func routes(
        _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax, _ problems: inout [PlacedProblem]
    ) -> [RouteFunction] {
        guard [.structDecl, .classDecl, .extensionDecl].contains(declaration.kind) else {
            problems.append(
                PlacedProblem(RouteProblem.isNoGroup(declaration.kindInWords), at: declaration.introducer))
            return []
        }
        let generics = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
        if let generics { problems.append(PlacedProblem(RouteProblem.isGeneric, at: generics)) }
        let owner = node.argumentList?.first?.expression.literalText ?? ""
        if owner.isEmpty { problems.append(PlacedProblem(RouteProblem.noOwner, at: node)) }
        var ids: Set<String> = []
        var names: Set<String> = []
        var routes: [RouteFunction] = []
        var isEmpty = true
        for function in declaration.memberBlock.members.compactMap({ $0.decl.as(FunctionDeclSyntax.self) }) {
            let markers = function.attributes.compactMap { $0.as(AttributeSyntax.self) }
                .filter { RouteFunction.markers.contains($0.name) }
            guard let marker = markers.first else { continue }
            isEmpty = false
            if markers.count > 1 { problems.append(PlacedProblem(RouteProblem.severalMarkers, at: markers[1])) }
            guard let route = RouteFunction.read(function, marked: marker, owner: owner, &problems) else { continue }
            if !names.insert(route.name).inserted {
                problems.append(PlacedProblem(RouteProblem.sameName(function.name.bareName), at: function.name))
                continue
            }
            if let id = route.declaration?.id, !ids.insert(id).inserted {
                problems.append(PlacedProblem(RouteProblem.sameID(id), at: function.name))
            }
            routes.append(route)
        }
        if isEmpty { problems.append(PlacedProblem(RouteProblem.noRoutes, at: node)) }
        return generics == nil ? routes : []
    }
}

extension RouteFunction {
    /// The static property, which reaches as far as its group, and the request where the macro makes it; nothing where the
    /// route is declared elsewhere.
    fileprivate func declarations(_ reach: String) -> [String] {
        guard let declared = declaration else { return [] }
        let options =
            (isIdempotent ? "idempotent: true, " : "streams: \(streams), ")
            + (declared.limit.map { "limit: \($0), " } ?? "")
        let reach = isPrivate ? "fileprivate " : reach
        let code = RecordCode(fields: fields, access: reach, isGeneric: false)
        let protocols = [isIdempotent ? "FeatureKit.IdempotentRequest" : "FeatureKit.Shaped"]
        return (fields.isEmpty ? [] : [code.declaration(of: request, protocols, "The request of `\(name)`.")]) + [
            """
            /// \(declared.summary)
            \(reach)static let \(declared.property) = FeatureKit.Route<\(request), \(reply)>(
                \(declared.id.literal), .\(declared.method), \(declared.path), access: \(declared.access), \(options)summary: \(declared.summary.literal))
            """
        ]
    }

    /// The route, as a property of the type with that name.
    fileprivate func route(of type: String) -> String {
        route.hasPrefix("Self.") ? type + route.dropFirst("Self".count) : route
    }

    /// The call that serves it: at once where the function never waits.
    fileprivate func serving(by group: String, of type: String) -> String {
        let verb = streams ? "stream" : isAsync || isIdempotent ? "serve" : "answer"
        let takes = arguments.map(\.takes)
        let takesRequest = !fields.isEmpty || takes.contains(.request)
        var parameters = [takesRequest ? "request" : "_", takes.contains(.call) ? "call" : "_"]
        if streams { parameters.append("out") }
        if isIdempotent { parameters.append("once") }
        let passed = arguments.map { argument in
            let value =
                switch argument.takes {
                case .request: "request"
                case .call: "call"
                case .out: "out"
                case .once: "once"
                case .field(let name): "request.\(name)"
                }
            return argument.label.map { "\($0): \(value)" } ?? value
        }
        let effects = (canThrow ? "try " : "") + (isAsync ? "await " : "")
        let call = "\(effects)\(group).\(name)(\(passed.joined(separator: ", ")))"
        let body =
            returnsNothing && !streams ? "\n        \(call)\n        return FeatureKit.Nothing()\n    " : " \(call) "
        return
            "try routes.\(verb)(\(route(of: type))\(isIdempotent ? ", in: \(group).store" : "")) { \(parameters.joined(separator: ", ")) in\(body)}"
    }
}

/// `@Get`, `@Post`, … and `@Stream`, which `@Routes` reads.
enum RouteMarker: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let group = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
        guard let function = declaration.as(FunctionDeclSyntax.self),
            let routes = group?.attributes.named("Routes"), !routes.isEmpty
        else {
            context.report([PlacedProblem(RouteProblem.markerElsewhere(node.name), at: node)])
            return []
        }
        // What is wrong with the function itself is reported with the group's members. What syntax can't tell is whether
        // its types are Shaped: the compiler checks that here, where the function stands.
        var problems: [PlacedProblem] = []
        guard let route = RouteFunction.read(function, marked: node, owner: "", &problems) else { return [] }
        let types = [route.fields.isEmpty ? route.request : "FeatureKit.Nothing", route.reply]
            .filter { $0 != "FeatureKit.Nothing" }.map { "checkRoute(\($0).self)" }
        let fields = route.fields.map(\.type).filter { !FieldMacro.known.contains($0) }.map { "checkField(\($0).self)" }
        guard !types.isEmpty || !fields.isEmpty else { return [] }
        let checks = (fields + types).map { "FeatureKit.RecordBounds." + $0 }.joined(separator: "; ")
        return ["private static func \(context.makeUniqueName("check"))() { \(raw: checks) }"]
    }
}

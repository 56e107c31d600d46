/// What is wrong with a group of routes.
enum RouteProblem: Problem {
    case isNoGroup(String)
    case isGeneric
    case noOwner
    case noRoutes
    case markerElsewhere(String)
    case severalMarkers
    case noSentence(String)
    case openSentence(String)
    case pathIsNoLiteral
    case path(String)
    case idIsNoLiteral
    case sameID(String)
    case sameName(String)
    case isStatic(String)
    case isMutating(String)
    case functionIsGeneric(String)
    case severalRequests
    case fieldsOfKnownRoute(String)
    case parameterWithoutSentence(String)
    case noParameter(String, of: [String])
    case several(String)
    case changing(String)
    case streamWithoutOut(String)
    case streamReturns(String)
    case outWithoutStream(String)
    case onceWithoutChange(String)

    var leavesNoCode: Bool {
        switch self {
        case .isStatic, .isMutating, .functionIsGeneric, .severalRequests, .fieldsOfKnownRoute, .several, .changing,
            .streamWithoutOut, .streamReturns, .outWithoutStream, .onceWithoutChange:
            true
        default: false
        }
    }

    var message: String {
        switch self {
        case .isNoGroup(let kind): "@Routes needs a struct, a class or an extension, not \(kind)"
        case .isGeneric: "a group of routes can't be generic: its routes are constants"
        case .noOwner: "@Routes takes the first word of the routes' ids as one literal text: @Routes(\"bars\")"
        case .noRoutes: "no function here is marked @Get, @Post, @Put, @Patch, @Delete, @Stream or @Serves"
        case .markerElsewhere(let marker): "@\(marker) belongs on a function of a type or an extension with @Routes"
        case .severalMarkers: "a function is one route: keep one of its attributes"
        case .noSentence(let name): "\"\(name)\" needs a sentence that says what it does: /// …"
        case .openSentence(let name): "the sentence of \"\(name)\" ends with a period"
        case .pathIsNoLiteral: "the path is one literal text"
        case .path(let path): "a path begins with / and has no / at its end: \"\(path)\""
        case .idIsNoLiteral: "the id is one literal text that is not empty"
        case .sameID(let id): "another route has the id \"\(id)\" already; give one of them an id: of its own"
        case .sameName(let name): "another route's function is called \"\(name)\" already"
        case .isStatic(let name): "\"\(name)\" can't be static: it is called on the group that serves"
        case .isMutating(let name): "\"\(name)\" can't be mutating: requests are answered side by side"
        case .functionIsGeneric(let name): "\"\(name)\" can't be generic: its types are the route's contract"
        case .severalRequests:
            "a route takes one record without a label, or its fields as parameters with labels, not both"
        case .parameterWithoutSentence(let name):
            "\"\(name)\" needs a sentence that says what it is: /// - Parameter \(name): …"
        case .noParameter(let name, let known):
            known.isEmpty
                ? "the path takes {\(name)}, but the function has no parameter of that name"
                : "the path takes {\(name)}, which is none of the parameters \(known.joined(separator: ", "))"
        case .fieldsOfKnownRoute(let name):
            "\"\(name)\" serves a route that is declared elsewhere, so its request is one record without a label"
        case .several(let type): "write \(type) once"
        case .changing(let word): "a route's parameter can't be \(word)"
        case .streamWithoutOut(let name): "\"\(name)\" streams, so it needs a parameter of the type ReplyStream<…>"
        case .streamReturns(let name): "\"\(name)\" streams, so it returns nothing: it sends with its ReplyStream"
        case .onceWithoutChange(let name):
            "\"\(name)\" changes nothing, so it can't take a Once: mark it @Post, @Put, @Patch or @Delete"
        case .outWithoutStream(let name): "\"\(name)\" takes a ReplyStream, so it is marked @Stream"
        }
    }
}

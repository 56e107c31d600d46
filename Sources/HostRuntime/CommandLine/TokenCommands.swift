/// The commands around operators' tokens.
extension Command {
    /// Lists the tokens.
    package static let token = Command(
        "token", "List operators' tokens, with which they get in over the network.",
        options: [.config, .state, .json],
        example: "token create ci --role operator --for 90d")
    /// Makes a token.
    package static let createToken = Command(
        "token create", "Make a token, and print it once.",
        operands: [.tokenName], options: [.role, .config, .state, .tokenLifetime, .tokenReason, .json],
        example: "token create ci --role operator --for 90d --reason deploys")
    /// Lists the tokens.
    package static let listTokens = Command(
        "token list", "List the valid tokens.", options: [.allTokens, .config, .state, .json],
        example: "token list --all")
    /// Revokes a token.
    package static let revokeToken = Command(
        "token revoke", "Make a token invalid at once.",
        operands: [.tokenID], options: [.config, .state, .tokenReason, .json],
        example: "token revoke ci --reason \"laptop lost\"")

    /// All of them.
    static let tokens: [Command] = [.token, .createToken, .listTokens, .revokeToken]
}

extension Command.Option {
    /// What a token may.
    package static let role = Command.Option(
        "--role", "ROLE", "What it allows: viewer, operator or admin.",
        form: .choice(OperatorRole.allCases.map(\.rawValue)), isRequired: true)
    /// How long a token is valid.
    package static let tokenLifetime = Command.Option(
        "--for", "DURATION", "How long it is valid, such as 90d (default: until it is revoked).",
        form: .duration(TokenList.lifetimes))
    /// What others read later.
    package static let tokenReason = Command.Option("--reason", "TEXT", "Why; shown beside the token.")
    /// Whether invalid ones are listed, too.
    package static let allTokens = Command.Option(
        "--all", nil, "With those that were revoked or expired in the last 90 days.")
}

extension Command.Operand {
    /// What a token is called.
    package static let tokenName = Command.Operand("NAME", "Its name, such as ci.", form: .tokenName)
    /// Which token.
    package static let tokenID = Command.Operand("ID|NAME", "Its id or its name, as token list shows them.")
}

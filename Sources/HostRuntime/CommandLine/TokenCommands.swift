/// The commands around operators' tokens.
extension Command {
    /// Lists the tokens.
    package static let token = Command(
        "token", "Make, list and revoke what lets operators in over the network.",
        options: [.config, .state, .json])
    /// Makes a token.
    package static let createToken = Command(
        "token create", "Make a token, and print it once.",
        operands: [.tokenName], options: [.role, .config, .state, .tokenLifetime, .tokenReason, .json])
    /// Lists the tokens.
    package static let listTokens = Command(
        "token list", "List the tokens that count.", options: [.allTokens, .config, .state, .json])
    /// Revokes a token.
    package static let revokeToken = Command(
        "token revoke", "Let a token count no more.",
        operands: [.tokenID], options: [.config, .state, .tokenReason, .json])

    /// All of them.
    static let tokens: [Command] = [.token, .createToken, .listTokens, .revokeToken]
}

extension Command.Option {
    /// What a token may.
    package static let role = Command.Option(
        "--role", "ROLE", "What it may: viewer, operator or admin.",
        form: .choice(OperatorRole.allCases.map(\.rawValue)), isRequired: true)
    /// How long a token counts.
    package static let tokenLifetime = Command.Option(
        "--for", "DURATION", "How long it counts, such as 90d (for good unless told).",
        form: .duration(TokenList.lifetimes))
    /// What others read later.
    package static let tokenReason = Command.Option("--reason", "TEXT", "Why; others see it beside the token.")
    /// Whether those are meant too that count no more.
    package static let allTokens = Command.Option(
        "--all", nil, "List those too that were revoked or lapsed in the last 90 days.")
}

extension Command.Operand {
    /// What a token is called.
    package static let tokenName = Command.Operand("NAME", "What it is called, such as ci.", form: .tokenName)
    /// Which token.
    package static let tokenID = Command.Operand("ID|NAME", "Its id or its name, as the list shows them.")
}

import HTTPServer

extension Fields {
    /// These fields and others.
    func adding(_ extra: Fields) -> Fields {
        guard !extra.bytes.isEmpty else { return self }
        var fields = self
        fields.add(extra)
        return fields
    }
}

extension Response {
    /// The response with more fields.
    func adding(_ extra: Fields) -> Response {
        guard !extra.bytes.isEmpty else { return self }
        var response = self
        response.fields.add(extra)
        return response
    }
}

-- One question, as an app that has a key sends it.
wrk.method = "POST"
wrk.body = '{"context":{"targetingKey":"user-4f2a9c","email":"someone@example.com","country":"DE","plan":"enterprise","version":"1.24.3","beta":true,"age":42}}'
wrk.headers["Content-Type"] = "application/json"
wrk.headers["X-Flagstand-Key"] = "AAAAAAAAAAAAAAAAAAAAAA"

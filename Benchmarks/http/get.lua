-- One question without a body, as an app that has a key sends it.
wrk.method = "GET"
wrk.headers["X-Flagstand-Key"] = "AAAAAAAAAAAAAAAAAAAAAA"

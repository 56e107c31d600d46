#pragma once
// What tests of TLS need of OpenSSL beyond what the server does: certificates, and clients that misbehave.
struct evp_pkey_st;
struct x509_st;
struct ssl_st;
struct ssl_session_st;

struct evp_pkey_st *test_key_p256(void);
struct evp_pkey_st *test_key_rsa(unsigned bits);
struct evp_pkey_st *test_key_ed25519(void);
// Signed by itself; the times are seconds from now.
struct x509_st *test_certificate(struct evp_pkey_st *key, const char *name, long begins, long ends);

// A client over a connected, blocking socket: as weak as it can be made, so that what is refused is refused by the server.
// `least` and `most` are versions; the lists and the session may be null.
struct ssl_st *test_client(int socket, int least, int most, const char *ciphers, const char *groups,
                           const char *protocols, struct ssl_session_st *session);
// Writes a new certificate and its key into files; others than their owner may read the key where `mode` says so.
int test_write_certificate(const char *certificate, const char *key, int mode, const char *name, long begins, long ends);

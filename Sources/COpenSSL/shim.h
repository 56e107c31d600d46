#pragma once
#include <openssl/bio.h>
#include "access.h"
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

// OpenSSL's macros, which Swift can't call.
static inline int tls_set_versions(SSL_CTX *context, int least, int most) {
    return SSL_CTX_set_min_proto_version(context, least) && SSL_CTX_set_max_proto_version(context, most);
}
static inline void tls_set_options(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
}
static inline void tls_read_ahead(SSL_CTX *context) { SSL_CTX_set_read_ahead(context, 1); }
static inline void tls_remember_no_sessions(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}
static inline int tls_set_groups(SSL_CTX *context, const char *list) { return (int)SSL_CTX_set1_groups_list(context, list); }
static inline int tls_add_to_chain(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}
static inline int tls_set_ticket_keys(SSL_CTX *context, void *keys, int count) {
    return (int)SSL_CTX_set_tlsext_ticket_keys(context, keys, count);
}
static inline void tls_note_try(BIO *bio) { BIO_clear_retry_flags(bio); }
static inline void tls_note_no_bytes(BIO *bio) { BIO_set_retry_read(bio); }
static inline void tls_note_no_room(BIO *bio) { BIO_set_retry_write(bio); }
// A name as RFC 2253 has it; control characters and what is no ASCII are escaped.
static inline int tls_write_name(BIO *bio, const X509_NAME *name) {
    return X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253);
}
static inline long tls_text_of(BIO *memory, char **bytes) { return BIO_get_mem_data(memory, bytes); }

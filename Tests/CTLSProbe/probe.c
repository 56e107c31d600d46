#include "probe.h"
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <signal.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

EVP_PKEY *test_key_p256(void) { return EVP_EC_gen("P-256"); }
EVP_PKEY *test_key_rsa(unsigned bits) { return EVP_RSA_gen(bits); }
EVP_PKEY *test_key_ed25519(void) { return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"); }

X509 *test_certificate(EVP_PKEY *key, const char *name, long begins, long ends) {
    static long serial = 1;
    X509 *certificate = X509_new();
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), __atomic_fetch_add(&serial, 1, __ATOMIC_RELAXED));
    X509_gmtime_adj(X509_getm_notBefore(certificate), begins);
    X509_gmtime_adj(X509_getm_notAfter(certificate), ends);
    X509_set_pubkey(certificate, key);
    X509_NAME *subject = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)name, -1, -1, 0);
    X509_set_issuer_name(certificate, subject);
    X509_sign(certificate, key, EVP_PKEY_id(key) == EVP_PKEY_ED25519 ? NULL : EVP_sha256());
    return certificate;
}

SSL *test_client(int socket, int least, int most, const char *ciphers, const char *groups, const char *protocols,
                 SSL_SESSION *session) {
    // OpenSSL itself writes without a word about signals, as a client whose server has gone.
    signal(SIGPIPE, SIG_IGN);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    // A client as weak as it can be made: what is refused is refused by the server.
    SSL_CTX_set_security_level(context, 0);
    SSL_CTX_set_min_proto_version(context, least);
    SSL_CTX_set_max_proto_version(context, most);
    SSL_CTX_set_options(context, SSL_OP_ALLOW_CLIENT_RENEGOTIATION);
    if ((ciphers && !SSL_CTX_set_cipher_list(context, ciphers)) || (groups && !SSL_CTX_set1_groups_list(context, groups))) {
        SSL_CTX_free(context);
        return NULL;
    }
    SSL *client = SSL_new(context);
    SSL_CTX_free(context);
    SSL_set_fd(client, socket);
    SSL_set_connect_state(client);
    if (protocols) {
        unsigned char list[256];
        size_t count = strlen(protocols), start = 0, end = 0;
        for (size_t i = 0; i <= count; i++) {
            if (protocols[i] != ',' && protocols[i] != 0) continue;
            list[end++] = (unsigned char)(i - start);
            memcpy(list + end, protocols + start, i - start);
            end += i - start;
            start = i + 1;
        }
        SSL_set_alpn_protos(client, list, (unsigned)end);
    }
    if (session) SSL_set_session(client, session);
    return client;
}

int test_write_certificate(const char *certificate, const char *key, int mode, const char *name, long begins, long ends) {
    EVP_PKEY *pair = test_key_p256();
    X509 *written = test_certificate(pair, name, begins, ends);
    int done = 0;
    FILE *file = fopen(certificate, "w");
    if (file) {
        done = PEM_write_X509(file, written);
        fclose(file);
    }
    file = fopen(key, "w");
    if (file) {
        done = done && PEM_write_PrivateKey(file, pair, NULL, NULL, 0, NULL, NULL);
        fclose(file);
    }
    EVP_PKEY_free(pair);
    X509_free(written);
    return done && chmod(key, (mode_t)mode) == 0;
}

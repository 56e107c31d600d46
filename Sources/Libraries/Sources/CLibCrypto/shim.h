#pragma once
// Keys that sign, and what web push encrypts with: what OpenSSL has as macros, or in many steps that have to be undone.
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdint.h>
#include <string.h>

#define KEYS_POINT 65
#define KEYS_SCALAR 32

// Without it OpenSSL would ask for a password on the terminal.
static inline int keys_no_password(char *buffer, int size, int writing, void *context) {
    (void)buffer, (void)size, (void)writing, (void)context;
    return -1;
}

// A private key in PEM of this type, "EC" or "RSA"; null where it is none.
static inline EVP_PKEY *keys_read_pem(const char *text, int count, const char *type) {
    BIO *bio = BIO_new_mem_buf(text, count);
    EVP_PKEY *key = bio ? PEM_read_bio_PrivateKey(bio, NULL, keys_no_password, NULL) : NULL;
    BIO_free(bio);
    if (key && !EVP_PKEY_is_a(key, type)) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    ERR_clear_error();
    return key;
}

static inline EVP_PKEY *keys_make_p256(void) { return EVP_EC_gen("P-256"); }

// A private key in DER, the rest of which OpenSSL works out; null where it is none.
static inline EVP_PKEY *keys_read_private(const uint8_t *der, long count) {
    EVP_PKEY *key = d2i_AutoPrivateKey(NULL, &der, count);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
    if (key && (!context || EVP_PKEY_check(context) != 1)) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return key;
}

// The point of a key of P-256; false where it is a key of another curve.
static inline int keys_point(const EVP_PKEY *key, uint8_t *point) {
    char name[32] = "";
    size_t count = 0;
    int good = EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, name, sizeof name, NULL) == 1
               && OBJ_sn2nid(name) == NID_X9_62_prime256v1;
    uint8_t *bytes = NULL;
    if (good) count = EVP_PKEY_get1_encoded_public_key((EVP_PKEY *)key, &bytes);
    if (count == KEYS_POINT) memcpy(point, bytes, KEYS_POINT);
    OPENSSL_free(bytes);
    ERR_clear_error();
    return count == KEYS_POINT;
}

// A signature over the SHA-256 of bytes; returns its length, 0 where there is none.
static inline size_t keys_sign(EVP_PKEY *key, const uint8_t *bytes, size_t count, uint8_t *signature, size_t room) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (!context || EVP_DigestSignInit_ex(context, NULL, "SHA256", NULL, NULL, key, NULL) != 1
        || EVP_DigestSign(context, signature, &room, bytes, count) != 1)
        room = 0;
    EVP_MD_CTX_free(context);
    ERR_clear_error();
    return room;
}

// The two numbers of a signature of P-256, 32 bytes each, out of their sequence in DER.
static inline int keys_signature_numbers(const uint8_t *sequence, size_t count, uint8_t *numbers) {
    ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &sequence, (long)count);
    int good = signature && BN_bn2binpad(ECDSA_SIG_get0_r(signature), numbers, KEYS_SCALAR) == KEYS_SCALAR
               && BN_bn2binpad(ECDSA_SIG_get0_s(signature), numbers + KEYS_SCALAR, KEYS_SCALAR) == KEYS_SCALAR;
    ECDSA_SIG_free(signature);
    ERR_clear_error();
    return good;
}

// The secret of 32 bytes that a private key shares with a public key in DER.
static inline int keys_share(EVP_PKEY *key, const uint8_t *der, long der_count, uint8_t *secret) {
    size_t count = KEYS_SCALAR;
    EVP_PKEY *peer = d2i_PUBKEY(NULL, &der, der_count);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    int good = peer && context && EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer) == 1
               && EVP_PKEY_derive(context, secret, &count) == 1 && count == KEYS_SCALAR;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(peer);
    ERR_clear_error();
    return good;
}

// Encrypts bytes with AES-128 in GCM; the tag of 16 bytes follows what is sealed.
static inline int keys_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *bytes, int count,
                            uint8_t *sealed) {
    int written = 0, last = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int good = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1
               && EVP_EncryptUpdate(context, sealed, &written, bytes, count) == 1
               && EVP_EncryptFinal_ex(context, sealed + written, &last) == 1
               && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, sealed + count) == 1;
    EVP_CIPHER_CTX_free(context);
    ERR_clear_error();
    return good;
}

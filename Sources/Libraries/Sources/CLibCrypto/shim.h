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
#include <openssl/x509v3.h>
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

// Whether a certificate has an extension of this object identifier.
static inline int keys_has_mark(X509 *certificate, const char *mark) {
    ASN1_OBJECT *object = OBJ_txt2obj(mark, 1);
    int place = object ? X509_get_ext_by_OBJ(certificate, object, -1) : -1;
    ASN1_OBJECT_free(object);
    return place >= 0;
}

// The public key of the first of three certificates in DER, one after the other, where the last of them is trusted, each
// signs the one before it at that time, and the first two have their marks; null otherwise. The root is the trusted one.
static inline EVP_PKEY *keys_verify_chain(const uint8_t *der, const long *counts, const uint8_t *root, long root_count,
                                          int64_t time, const char *leaf_mark, const char *middle_mark) {
    EVP_PKEY *key = NULL;
    const uint8_t *place = der;
    X509 *leaf = d2i_X509(NULL, &place, counts[0]);
    int whole = place == der + counts[0];
    place = der + counts[0];
    X509 *middle = d2i_X509(NULL, &place, counts[1]);
    whole = whole && place == der + counts[0] + counts[1];
    X509 *trusted = d2i_X509(NULL, &root, root_count);
    X509_STORE *store = X509_STORE_new();
    STACK_OF(X509) *others = sk_X509_new_null();
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    if (leaf && middle && trusted && store && others && context && whole && X509_STORE_add_cert(store, trusted) == 1
        && sk_X509_push(others, middle) > 0 && X509_STORE_CTX_init(context, store, leaf, others) == 1) {
        X509_VERIFY_PARAM *param = X509_STORE_CTX_get0_param(context);
        X509_VERIFY_PARAM_set_time(param, (time_t)time);
        X509_VERIFY_PARAM_set_depth(param, 2);
        X509_VERIFY_PARAM_set_flags(param, X509_V_FLAG_X509_STRICT);
        if (X509_verify_cert(context) == 1 && X509_STORE_CTX_get_num_untrusted(context) == 2
            && keys_has_mark(leaf, leaf_mark) && keys_has_mark(middle, middle_mark))
            key = X509_get_pubkey(leaf);
    }
    X509_STORE_CTX_free(context);
    sk_X509_free(others);
    X509_STORE_free(store);
    X509_free(trusted);
    X509_free(middle);
    X509_free(leaf);
    ERR_clear_error();
    return key;
}

// Whether a key of P-256 made a signature, two numbers of 32 bytes each, over the SHA-256 of bytes.
static inline int keys_verify_p256(EVP_PKEY *key, const uint8_t *bytes, size_t count, const uint8_t *numbers) {
    uint8_t point[KEYS_POINT], *sequence = NULL;
    int good = 0;
    ECDSA_SIG *signature = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(numbers, KEYS_SCALAR, NULL), *s = BN_bin2bn(numbers + KEYS_SCALAR, KEYS_SCALAR, NULL);
    if (signature && r && s && ECDSA_SIG_set0(signature, r, s) == 1) {
        r = s = NULL;
        int length = i2d_ECDSA_SIG(signature, &sequence);
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        good = length > 0 && context && keys_point(key, point)
               && EVP_DigestVerifyInit_ex(context, NULL, "SHA256", NULL, NULL, key, NULL) == 1
               && EVP_DigestVerify(context, sequence, (size_t)length, bytes, count) == 1;
        EVP_MD_CTX_free(context);
    }
    BN_free(r);
    BN_free(s);
    OPENSSL_free(sequence);
    ECDSA_SIG_free(signature);
    ERR_clear_error();
    return good;
}

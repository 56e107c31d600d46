#pragma once
// The keys of tokens and the check of a signature: what OpenSSL has as macros, or by way of lists of parameters.
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/sha.h>
#include <stdint.h>
#include <string.h>

static inline EVP_PKEY *access_public_key(const char *type, OSSL_PARAM_BLD *build) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(build);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (parameters == NULL || context == NULL || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    return key;
}

// An RSA key of its modulus and its exponent, both with the highest byte first; null where it is none.
static inline EVP_PKEY *access_rsa_key(const uint8_t *modulus, int modulus_count, const uint8_t *exponent,
                                       int exponent_count) {
    EVP_PKEY *key = NULL;
    BIGNUM *n = BN_bin2bn(modulus, modulus_count, NULL), *e = BN_bin2bn(exponent, exponent_count, NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    if (n != NULL && e != NULL && build != NULL && OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, n) == 1
        && OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_E, e) == 1)
        key = access_public_key("RSA", build);
    OSSL_PARAM_BLD_free(build);
    BN_free(n);
    BN_free(e);
    ERR_clear_error();
    return key;
}

// A key of P-256 of its point: 0x04, x and y; null where it is not on the curve.
static inline EVP_PKEY *access_p256_key(const uint8_t *point, size_t count) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    if (build != NULL
        && OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1
        && OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, count) == 1)
        key = access_public_key("EC", build);
    OSSL_PARAM_BLD_free(build);
    if (key != NULL) {
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
        if (context == NULL || EVP_PKEY_public_check(context) != 1) {
            EVP_PKEY_free(key);
            key = NULL;
        }
        EVP_PKEY_CTX_free(context);
    }
    ERR_clear_error();
    return key;
}

// Whether a signature is this key's over the SHA-256 of these bytes.
static inline int access_verifies(EVP_MD_CTX *context, EVP_PKEY *key, const uint8_t *signature,
                                  size_t signature_count, const uint8_t *bytes, size_t count) {
    int good = EVP_DigestVerifyInit_ex(context, NULL, "SHA256", NULL, NULL, key, NULL) == 1
               && EVP_DigestVerify(context, signature, signature_count, bytes, count) == 1;
    EVP_MD_CTX_reset(context);
    if (!good) ERR_clear_error();
    return good;
}

// Whether two runs of bytes are the same, in a time that tells nothing but how many they are.
static inline int access_same(const uint8_t *left, const uint8_t *right, size_t count) {
    uint64_t difference = 0;
    size_t place = 0;
    for (; place + 8 <= count; place += 8) {
        uint64_t a, b;
        memcpy(&a, left + place, 8);
        memcpy(&b, right + place, 8);
        difference |= a ^ b;
        __asm__("" : "+r"(difference));
    }
    for (; place < count; place++) difference |= (uint64_t)(left[place] ^ right[place]);
    return difference == 0;
}

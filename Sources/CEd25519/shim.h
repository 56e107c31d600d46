#pragma once
// libsodium checks a signature of Ed25519 in half the time that OpenSSL takes; of the rest of it the host takes nothing.
#include <sodium/core.h>
#include <sodium/crypto_sign_ed25519.h>

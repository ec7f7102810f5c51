/* Fuzzes every query of a pair, by every method, and certifies the results. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    draw d = {.bytes = data, .left = size};
    drawn a, b;
    if (!fuzz_pair(&d, &a, &b)) return 0;
    asked pair;
    asked_make(&pair, &a, &b);
    for (int i = 0; i < 4; i++) {
        const question q = draw_byte(&d) % ASK_CAST;
        if (q == ASK_COMPARISON && pair.set_a.dimension == 2) continue;
        gd_settings settings;
        fuzz_ask(q, &pair, ask_settings(q, &d, &settings), NULL);
    }
    drawn_free(&a, &b);
    return 0;
}

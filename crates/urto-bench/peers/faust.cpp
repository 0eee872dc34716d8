// Runs the classes that Faust generated, in f32. `banks.h` is written by the bench: it includes
// the generated classes and defines BANKS(X) as X(class, modes) for each.
// Prints "name modes nanoseconds-per-sample", the minimum of many short pieces.
//
// usage: faust SUFFIX MILLISECONDS
#include "clock.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

// What a generated class expects around it; the bench uses no controls.
#define FAUSTFLOAT float
struct Meta {
    void declare(const char *, const char *) {}
};
struct UI {
    void openVerticalBox(const char *) {}
    void closeBox() {}
};
struct dsp {
    virtual ~dsp() {}
};

#include "banks.h"

// What its lines begin with.
#ifndef NAME
#define NAME "faust"
#endif

template <class Bank> void race(int modes, const char *suffix, double budget) {
    std::vector<float> noise(48000), out(128);
    uint32_t seed = 1;
    for (float &x : noise) {
        seed = seed * 1664525u + 1013904223u;
        x = (float)((double)(int32_t)seed / 2147483648.0);
    }
    Bank *bank = new Bank;
    bank->init((int)RATE);
    float sum = 0.0f;
    const double best = fastest(
        budget, [] {},
        [&](int samples) {
            for (int at = 0; at < samples; at += 128) {
                const int count = std::min(128, samples - at);
                float *in = &noise[at % 47872], *to = out.data();
                bank->compute(count, &in, &to);
                sum += out[0];
            }
        });
    if (std::isfinite(sum)) std::printf(NAME "%s %d %.4f\n", suffix, modes, best);
    delete bank;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    const double budget = std::atof(argv[2]);
#define RACE(bank, modes) race<bank>(modes, argv[1], budget);
    BANKS(RACE)
    return 0;
}

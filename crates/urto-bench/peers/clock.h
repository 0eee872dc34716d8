// What the C++ peers share: the modes, and the fastest of many short pieces.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>

static const double RATE = 48000.0; // Hz
static const double T60 = 3.0;      // s

// The same frequencies as everywhere in the bench: 80 Hz to 18 kHz, evenly on a log scale.
static inline double hertz(int mode, int modes) {
    return 80.0 * std::pow(225.0, (mode + 0.5) / modes);
}

// Nanoseconds per sample of the fastest piece of about a millisecond, within a budget [ms].
template <class Rewind, class Run> double fastest(double budget, Rewind rewind, Run run) {
    using Clock = std::chrono::steady_clock;
    auto since = [](Clock::time_point start) {
        return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
    };
    rewind();
    run(64);
    auto start = Clock::now();
    run(64);
    const int piece = std::min(24000, std::max(64, (int)(1e6 * 64 / since(start))));
    double best = 1e300;
    auto begun = Clock::now();
    do {
        rewind();
        run(64);
        start = Clock::now();
        run(piece);
        best = std::min(best, since(start) / piece);
    } while (since(begun) < budget * 1e6);
    return best;
}

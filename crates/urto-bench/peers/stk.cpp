// STK's `Modal` (biquads behind an exciter) and a bare bank of its `BiQuad`s, in f64.
// Prints "name modes nanoseconds-per-sample", the minimum of many short pieces.
//
// usage: stk FOLDER SUFFIX MILLISECONDS MODES...
#include <stk/BiQuad.h>
#include <stk/FileWvIn.h>
#include <stk/Modal.h>

#include "clock.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace stk;

static const double RADIUS = std::pow(10.0, -3.0 / (T60 * RATE));

// `Modal` leaves the exciter's wave to its children. The library's own waves are not packaged
// everywhere, so this one plays noise from a file that was made for it.
struct Struck : Modal {
    Struck(unsigned modes, const std::string &noise) : Modal(modes) {
        wave_ = new FileWvIn(noise, true);
        for (unsigned i = 0; i < modes; i++) {
            setRatioAndRadius(i, hertz(i, modes) / 220.0, RADIUS);
            setModeGain(i, 1.0 / modes);
        }
        setFrequency(220.0);
        directGain_ = 0.0;
    }
    ~Struck() { delete wave_; }
    void controlChange(int, StkFloat) {}
};

int main(int argc, char **argv) {
    if (argc < 5) return 2;
    const std::string folder = argv[1], suffix = argv[2];
    const double budget = std::atof(argv[3]);
    Stk::setSampleRate(RATE);

    // One second of noise, big-endian 16 bits as STK's raw files are.
    const std::string raw = folder + "/noise.raw";
    std::vector<double> noise(48000);
    uint32_t seed = 1;
    for (double &x : noise) {
        seed = seed * 1664525u + 1013904223u;
        x = (double)(int32_t)seed / 2147483648.0;
    }
    FILE *file = std::fopen(raw.c_str(), "wb");
    if (!file) return 3;
    for (double x : noise) {
        int16_t y = (int16_t)(x * 16000.0);
        std::fputc((y >> 8) & 255, file);
        std::fputc(y & 255, file);
    }
    std::fclose(file);

    for (int a = 4; a < argc; a++) {
        const int modes = std::atoi(argv[a]);
        double sum = 0.0;
        {
            Struck body(modes, raw);
            const double best = fastest(
                budget, [&] { body.strike(1.0); },
                [&](int samples) {
                    for (int i = 0; i < samples; i++) sum += body.tick();
                });
            std::printf("stk modal%s %d %.4f\n", suffix.c_str(), modes, best);
        }
        {
            std::vector<BiQuad> bank(modes);
            for (int i = 0; i < modes; i++) {
                bank[i].setResonance(hertz(i, modes), RADIUS, true);
                bank[i].setGain(1.0 / modes);
            }
            const double best = fastest(
                budget, [] {},
                [&](int samples) {
                    for (int i = 0; i < samples; i++)
                        for (BiQuad &mode : bank) sum += mode.tick(noise[i % 48000]);
                });
            std::printf("stk bank%s %d %.4f\n", suffix.c_str(), modes, best);
        }
        if (!std::isfinite(sum)) return 4;
    }
    return 0;
}

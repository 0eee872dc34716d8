"""Makes the SOFA files beside it: `pip install h5py netCDF4 numpy scipy; python make.py`.

Impulse responses of two ears on a rigid sphere (Rayleigh's series; Duda & Martens 1998), from the
formula alone: nothing here was measured, and nobody else has rights to it. The same responses are
written three times, so that each way in which HDF5 writes them is read:

- sphere_old.sofa: h5py, oldest structures: symbol tables, contiguous and gzipped chunks.
- sphere_new.sofa: h5py, newest structures: links, chunks by a fixed array, shuffle, fletcher32.
- sphere_netcdf.sofa: netCDF-4 as SOFA's own libraries write it: more than eight variables, so that
  links lie in a fractal heap.
"""

import h5py
import netCDF4
import numpy
from scipy.special import spherical_jn, spherical_yn, eval_legendre

RATE, TAPS, RADIUS, SPEED = 44100.0, 96, 0.0875, 343.0
# Azimuths counterclockwise from the front, elevation 0, and the poles: 14 directions.
PLACES = [[a, 0.0, 1.2] for a in range(0, 360, 30)] + [[0.0, 90.0, 1.2], [0.0, -90.0, 1.2]]
EARS = [100.0, -100.0]  # left, right
# Samples between the moment at which the middle would hear it and the first tap.
BEFORE = 14


def unit(azimuth, elevation):
    a, e = numpy.radians([azimuth, elevation])
    return numpy.array([numpy.cos(e) * numpy.cos(a), numpy.cos(e) * numpy.sin(a), numpy.sin(e)])


def response(cosine, rho):
    count = 1024
    spectrum = numpy.ones(count // 2 + 1, dtype=complex)
    for k in range(1, count // 2 + 1):
        mu = 2 * numpy.pi * k / count * RATE * RADIUS / SPEED
        total = 0
        for m in range(int(mu) + 30):
            h = lambda x, d=False: spherical_jn(m, x, d) + 1j * spherical_yn(m, x, d)
            term = (2 * m + 1) * eval_legendre(m, cosine) * h(mu * rho) / h(mu, True)
            if not numpy.isfinite(term):
                break
            total += term
            if m > mu and abs(term) < 1e-9 * abs(total):
                break
        own = -rho / mu * numpy.exp(-1j * mu * rho) * total
        # The series goes as exp(-iwt), Fourier's transform as exp(iwt).
        spectrum[k] = numpy.conj(own) * numpy.exp(-2j * numpy.pi * k / count * BEFORE)
    # Nothing ends abruptly at half the rate: it would ring.
    above = numpy.clip((numpy.arange(count // 2 + 1) / count * RATE - 17000) / 5000, 0, 1)
    spectrum *= 0.5 + 0.5 * numpy.cos(numpy.pi * above)
    click = numpy.fft.irfft(spectrum, count)[:TAPS]
    fade = numpy.minimum(1, (TAPS - numpy.arange(TAPS) - 0.5) / 8)
    return click * (0.5 - 0.5 * numpy.cos(numpy.pi * fade))


def responses():
    kept = {}
    rows = []
    for azimuth, elevation, distance in PLACES:
        row = []
        for ear in EARS:
            cosine = round(float(unit(azimuth, elevation) @ unit(ear, 0)), 12)
            if cosine not in kept:
                kept[cosine] = response(cosine, distance / RADIUS)
            row.append(kept[cosine])
        rows.append(row)
    return numpy.array(rows)


GLOBAL = {
    "Conventions": "SOFA",
    "Version": "1.0",
    "SOFAConventions": "SimpleFreeFieldHRIR",
    "SOFAConventionsVersion": "1.0",
    "DataType": "FIR",
    "RoomType": "free field",
    "Title": "two ears on a rigid sphere, from a formula",
    "License": "CC0",
}
IRS = responses()
PLACED = {
    "ListenerPosition": ([[0.0, 0.0, 0.0]], "cartesian", "metre"),
    "ListenerView": ([[1.0, 0.0, 0.0]], "cartesian", "metre"),
    "ListenerUp": ([[0.0, 0.0, 1.0]], None, None),
    "SourcePosition": (PLACES, "spherical", "degree, degree, metre"),
    "ReceiverPosition": ([[[0.0], [0.09], [0.0]], [[0.0], [-0.09], [0.0]]], "cartesian", "metre"),
    "EmitterPosition": ([[[0.0], [0.0], [0.0]]], "cartesian", "metre"),
}


def with_h5py(name, libver, fixed_text, **storage):
    with h5py.File(name, "w", libver=libver) as file:
        for key, value in GLOBAL.items():
            file.attrs[key] = numpy.bytes_(value) if fixed_text else value
        for key, (value, kind, units) in PLACED.items():
            own = file.create_dataset(key, data=numpy.array(value))
            if kind:
                own.attrs["Type"] = numpy.bytes_(kind) if fixed_text else kind
                own.attrs["Units"] = numpy.bytes_(units) if fixed_text else units
        file.create_dataset("Data.IR", data=IRS.astype(storage.pop("kind")), **storage)
        own = file.create_dataset("Data.SamplingRate", data=[RATE])
        own.attrs["Units"] = numpy.bytes_("hertz")
        file.create_dataset("Data.Delay", data=numpy.zeros((1, 2), dtype="<i4"))


def with_netcdf(name):
    with netCDF4.Dataset(name, "w", format="NETCDF4") as file:
        file.setncatts(GLOBAL)
        for key, size in {"M": len(PLACES), "R": 2, "N": TAPS, "E": 1, "I": 1, "C": 3}.items():
            file.createDimension(key, size)
        axes = {"SourcePosition": ("M", "C"), "ReceiverPosition": ("R", "C", "I"), "EmitterPosition": ("E", "C", "I")}
        for key, (value, kind, units) in PLACED.items():
            own = file.createVariable(key, "f8", axes.get(key, ("I", "C")))
            own[:] = numpy.array(value)
            if kind:
                own.setncatts({"Type": kind, "Units": units})
        own = file.createVariable("Data.IR", "f4", ("M", "R", "N"), zlib=True, shuffle=True, chunksizes=(5, 2, 48))
        own[:] = IRS
        own = file.createVariable("Data.SamplingRate", "f8", ("I",))
        own[:] = RATE
        own.Units = "hertz"
        own = file.createVariable("Data.Delay", "f8", ("I", "R"))
        own[:] = 0.0


with_h5py("sphere_old.sofa", ("earliest", "v108"), True, kind=">f4", chunks=(4, 2, 40), compression="gzip")
with_h5py("sphere_new.sofa", ("v110", "v110"), False, kind="<f4", chunks=(4, 2, 64), compression="gzip", shuffle=True, fletcher32=True)
with_netcdf("sphere_netcdf.sofa")

#!/usr/bin/env python3
"""How fast `urto-modes` is beside scikit-fem and SciPy, on the same mesh in one run.

    python3 -m venv venv && venv/bin/pip install scikit-fem scipy
    cargo build --release
    venv/bin/python crates/urto-bench/peers/fem_modes.py target/release/urto-modes

urto-modes finds 100 modes of its plate (about 36,000 unknowns) and writes the mesh; scikit-fem
assembles stiffness and mass of the same ten-node tetrahedra, and eigsh factors (SuperLU) and finds
the same modes by shift and invert. Both may use all cores. Printed are seconds (the best of the
runs), their ratio, and how far the frequencies are apart; and seconds of processor time in all, which
say something on a busy machine too.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy
from scipy.sparse.linalg import eigsh
from skfem import Basis, BilinearForm, ElementTetP2, ElementVector, MeshTet
from skfem.helpers import ddot, dot, sym_grad, trace

# Steel, as in urto.
DENSITY, MODULUS, POISSON = 7850.0, 2e11, 0.29
RIGID = 6


def read_vtk(path):
    """Places and corners of a legacy VTK file as urto-modes writes it."""
    with open(path, "rb") as file:
        data = file.read()

    def after(word):
        start = data.index(b"\n" + word + b" ") + 1
        end = data.index(b"\n", start)
        return data[start:end].split(), end + 1

    words, at = after(b"POINTS")
    points = numpy.frombuffer(data, ">f8", 3 * int(words[1]), at).reshape(-1, 3)
    words, at = after(b"CELLS")
    cells = numpy.frombuffer(data, ">i4", int(words[2]), at).reshape(-1, 11)
    return points.astype(float), cells[:, 1:5].astype(int)


def urto(program, detail, count, path):
    """What urto-modes tells, and its processor time."""
    before = children()
    words = [program, "plate", "--detail", str(detail), "--count", str(count), "--no-cache"]
    words += ["--export-shapes", path, "--json"]
    told = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
    return {**told, "processor": children() - before}


def children():
    """Processor time of programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def peer(points, corners, count):
    """Frequencies; seconds for assembly, and for factor and modes; unknowns; processor time."""
    start, busy = time.perf_counter(), time.process_time()
    used, corners = numpy.unique(corners, return_inverse=True)
    mesh = MeshTet(points[used].T.copy(), corners.reshape(-1, 4).T.copy())
    basis = Basis(mesh, ElementVector(ElementTetP2()))
    first = MODULUS * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
    second = MODULUS / (2 * (1 + POISSON))

    @BilinearForm
    def stiff(u, v, _):
        strain = sym_grad(u)
        return 2 * second * ddot(strain, sym_grad(v)) + first * trace(strain) * trace(sym_grad(v))

    @BilinearForm
    def heavy(u, v, _):
        return DENSITY * dot(u, v)

    stiffness, mass = stiff.assemble(basis), heavy.assemble(basis)
    assembled = time.perf_counter()
    # A little below the rigid motions, so that the matrix is definite, as urto does.
    shift = -((2 * numpy.pi * 50.0) ** 2)
    values = eigsh(
        stiffness.tocsc(), count + RIGID, mass.tocsc(), sigma=shift, tol=1e-8,
        return_eigenvectors=True,
    )[0]
    done = time.perf_counter()
    values = numpy.sort(values)[RIGID:]
    hertz = numpy.sqrt(numpy.maximum(values, 0.0)) / (2 * numpy.pi)
    busy = time.process_time() - busy
    return hertz, assembled - start, done - assembled, stiffness.shape[0], busy


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the built urto-modes")
    parser.add_argument("--count", type=int, default=100, help="modes to find")
    parser.add_argument("--detail", type=float, default=1.4, help="how fine the plate is")
    parser.add_argument("--runs", type=int, default=3, help="of which the best counts")
    asked = parser.parse_args()
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "plate.vtk")
        # One after the other, so that both see the machine in the same mood.
        for _ in range(asked.runs):
            ours.append(urto(asked.program, asked.detail, asked.count, path))
            theirs.append(peer(*read_vtk(path), asked.count))
    own = min(ours, key=lambda run: run["seconds"])
    other = min(theirs, key=lambda run: run[2])
    stages = own["stages"]
    modes = sum(seconds for name, seconds in stages.items() if name != "assembling")
    print(f"unknowns          {own['unknowns']} and {other[3]}")
    print(f"load              {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"urto-modes        {modes:.2f} s factor, modes and checks; {own['seconds']:.2f} s in all")
    print(f"scikit-fem, eigsh {other[2]:.2f} s factor and modes; {other[1] + other[2]:.2f} s in all")
    print(f"ratio             {other[2] / modes:.2f} factor and modes; "
          f"{(other[1] + other[2]) / own['seconds']:.2f} in all")
    ours, theirs = min(run["processor"] for run in ours), min(run[4] for run in theirs)
    print(f"processor time    {ours:.2f} s and {theirs:.2f} s in all: ratio {theirs / ours:.2f}")
    found = numpy.array(own["frequencies"][RIGID:])
    apart = numpy.max(numpy.abs(found / other[0] - 1.0))
    print(f"apart             {apart:.1e} at most, of {len(found)} modes")
    # Rounding and tolerances; anything more means that two different things were timed.
    return 0 if apart < 1e-5 else 1


if __name__ == "__main__":
    sys.exit(main())

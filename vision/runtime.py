"""Runs exported models: OpenVINO or ONNX Runtime behind one call."""

from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Model(Protocol):
    """An exported network: a batch of pictures in, its output arrays out."""

    def __call__(self, batch: Floats, /) -> tuple[Floats, ...]:
        """Run on (n, 3, h, w) float32 in 0..1."""


class OnnxModel:
    """A model in ONNX Runtime."""

    def __init__(self, path: Path, threads: int) -> None:
        import onnxruntime  # noqa: PLC0415  either library may be missing

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def __call__(self, batch: Floats, /) -> tuple[Floats, ...]:
        """Run on (n, 3, h, w) float32 in 0..1."""
        return tuple(
            np.asarray(out, dtype=np.float32) for out in self._session.run(None, {self._input: batch})
        )


class OpenVinoModel:
    """A model in OpenVINO, on the processor."""

    def __init__(self, path: Path, threads: int) -> None:
        import openvino  # noqa: PLC0415  either library may be missing

        core = openvino.Core()
        settings = {
            "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": "f32",
        }
        self._model = core.compile_model(core.read_model(path), "CPU", settings)

    def __call__(self, batch: Floats, /) -> tuple[Floats, ...]:
        """Run on (n, 3, h, w) float32 in 0..1."""
        result = self._model(batch)
        return tuple(np.asarray(result[i], dtype=np.float32) for i in range(len(self._model.outputs)))

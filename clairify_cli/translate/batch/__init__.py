"""Many texts at once: worker processes or threads, a manifest of what was done, and going on where a run ended."""

from __future__ import annotations

from clairify_cli.translate.batch.manifest import Manifest, ManifestError
from clairify_cli.translate.batch.pools import Pool, ThreadPool
from clairify_cli.translate.batch.record import Fate, Record
from clairify_cli.translate.batch.run import Batch, Watcher
from clairify_cli.translate.batch.summary import Summary, report
from clairify_cli.translate.batch.tasks import Source, Task, count, tasks
from clairify_cli.translate.batch.work import Job, Made, Maker

__all__ = [
    "Batch",
    "Fate",
    "Job",
    "Made",
    "Maker",
    "Manifest",
    "ManifestError",
    "Pool",
    "Record",
    "Source",
    "Summary",
    "Task",
    "ThreadPool",
    "Watcher",
    "count",
    "make_pool",
    "report",
    "tasks",
]


def make_pool(job: Job, workers: int) -> Pool:
    """Processes for the offline reader, threads for a model that is waited for; one worker is a thread.

    A job whose inputs need processes of their own has them in any case.
    """
    from clairify_cli.translate.models.reader_model import ReaderModel
    from clairify_cli.translate.models.record import RecordingModel

    model = job.model
    while isinstance(model, RecordingModel):
        model = model.model
    if job.own_process or (workers > 1 and isinstance(model, ReaderModel)):
        from clairify_cli.translate.batch.processes import ProcessPool

        return ProcessPool(job, workers)
    return ThreadPool(job, workers)

"""Why a task has no plan."""

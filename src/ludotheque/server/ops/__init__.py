"""Running it: workers' cluster, the host's page, metrics, health."""

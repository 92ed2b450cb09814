#!/bin/sh
# The operator command line (`school-directory --help`), also as an entry of `docker exec` and Kubernetes jobs.
exec node --max-semi-space-size=8 --heap-growing-percent=10 --optimize-for-size /app/dist/src/cli/main.js "$@"

#!/bin/sh
# /usr/local/bin/school-directory: the operator command line with the settings of the service, as its user.
set -eu
# Another version than the one that serves, such as the next one.
home=${SCHOOL_DIRECTORY_HOME:-/opt/school-directory/current}
settings=/etc/school-directory/environment
if [ "$(id -u)" -eq 0 ]; then exec runuser -u school-directory -- "$0" "$@"; fi
set -a
. "$settings"
set +a
exec "$home/node_modules/.bin/node" --max-semi-space-size=8 --heap-growing-percent=10 "$home/dist/src/cli/main.js" "$@"

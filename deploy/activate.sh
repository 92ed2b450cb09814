#!/bin/sh
# activate.sh VERSION: migrates with that version, lets `current` lead to it and restarts the service. Where that is not ready in
# time, `current` leads to the version before again, and this ends with 1. Run it as root.
set -eu
root=/opt/school-directory
settings=/etc/school-directory/environment
wait=${WAIT_SECONDS:-60}

if [ $# -ne 1 ] || [ ! -d "$root/releases/$1" ]; then
  echo "activate.sh VERSION, which is a folder of $root/releases" >&2
  exit 2
fi
before=$(readlink "$root/current")

lead_to() {
  ln -sfn "$1" "$root/current.next"
  mv -fT "$root/current.next" "$root/current"
  systemctl restart school-directory.service
}

is_ready() {
  (
    . "$settings"
    "$root/current/node_modules/.bin/node" -e \
      'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' \
      "http://${HOST:-127.0.0.1}:${PORT:-3000}/readyz"
  )
}

SCHOOL_DIRECTORY_HOME="$root/releases/$1" sh "$root/releases/$1/deploy/school-directory.sh" db migrate
lead_to "releases/$1"
waited=0
until is_ready; do
  if [ "$waited" -ge "$wait" ]; then
    echo "Version $1 is not ready after $wait seconds: $before serves again. journalctl -u school-directory says why." >&2
    lead_to "$before"
    exit 1
  fi
  waited=$((waited + 1))
  sleep 1
done
echo "Version $1 serves; before it was $before."

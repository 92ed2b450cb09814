#!/bin/sh
# Writes docker/.env, readable by its owner alone: a password for each part, the key that signs access tokens and the one that
# seals secrets in the database.
set -eu
cd "$(dirname "$0")"
if [ -e .env ]; then
  echo 'docker/.env is there already: remove it to begin anew (everybody is signed out then)' >&2
  exit 1
fi
umask 077
key=$(openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256)
{
  echo "DATABASE_PASSWORD=$(openssl rand -hex 24)"
  echo "DATABASE_ADMIN_PASSWORD=$(openssl rand -hex 24)"
  echo "OBJECTS_PASSWORD=$(openssl rand -hex 24)"
  echo "DATA_KEY=$(openssl rand -base64 32)"
  echo "AUTH_SIGNING_KEY=\"$key\""
} > .env
echo 'docker/.env is written' >&2

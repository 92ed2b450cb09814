#!/bin/sh
# Run once, when the server makes its data: a user for the service, who is no superuser, and a database that it owns.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$DIRECTORY_PASSWORD" <<'END'
create role directory login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database directory owner directory encoding 'UTF8' template template0;
revoke connect, temporary on database postgres, template1 from public;
END

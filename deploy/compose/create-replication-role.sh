#!/bin/bash
# Run once by the image of PostgreSQL, in the new database: the role that the replica connects as.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" --username="$POSTGRES_USER" "$POSTGRES_DB" <<'SQL'
create role replication login replication password :'password';
SQL
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"

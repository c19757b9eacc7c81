#!/bin/bash
# Creates the role that the portal signs in as, when the volume is first made: no superuser, owns nothing.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$WEB_PASSWORD" <<'SQL'
create role artikul_web login noinherit password :'password';
SQL

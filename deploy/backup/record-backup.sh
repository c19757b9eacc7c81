#!/bin/bash
# Records a success for the metric artikul_backup_age_seconds. Connects as PGHOST, PGUSER and PGDATABASE say.
#   record-backup.sh backup|restore
set -euo pipefail
psql --username="${PGUSER:-artikul}" --dbname="${PGDATABASE:-artikul}" --quiet --set ON_ERROR_STOP=1 \
  --set kind="$1" <<<"insert into backup_runs (kind) values (:'kind')"

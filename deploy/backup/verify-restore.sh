#!/bin/bash
# Restores the last backup with all of its log into a temporary folder, starts it without a network address, reads every
# row of every table and checks the indexes. The running database is not touched.
#   verify-restore.sh [FOLDER]
set -euo pipefail
folder=$(mktemp --directory --tmpdir="${1:-/tmp}" restored-XXXXXX)
data=$folder/data
cleanup() {
  pg_ctl --pgdata="$data" --mode=immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap cleanup EXIT
pgbackrest --stanza=artikul --pg1-path="$data" --archive-mode=off --type=default restore
# Connections are refused until the recovery has ended.
options="-c hot_standby=off -c listen_addresses= -c unix_socket_directories=$folder -c archive_mode=off -c hba_file=$folder/pg_hba.conf"
echo 'local all all trust' >"$folder/pg_hba.conf"
pg_ctl --pgdata="$data" --wait --log="$folder/log" --options="$options" start
timeout 3600 sh -c "until pg_isready --quiet --host='$folder'; do sleep 1; done"
pg_dump --host="$folder" --username=artikul --format=plain artikul >/dev/null
pg_amcheck --host="$folder" --username=artikul --install-missing --database=artikul
psql --host="$folder" --username=artikul --dbname=artikul --tuples-only --no-align \
  --command "select 'restored; the last order is of ' || coalesce(max(created_at)::text, 'no day') from orders"
record-backup.sh restore

#!/bin/bash
# Lays out a data folder that PostgreSQL brings up to a moment when it is next started; the original stays as it is.
#   restore.sh BASE WAL '2026-11-25 10:40:00+00' DATA
set -euo pipefail
base=$1 wal=$2 moment=$3 data=$4
[ ! -e "$data" ] || { echo "Папка $data уже есть: назовите новую." >&2; exit 1; }
cp -a "$base" "$data"
chmod 700 "$data"
cat >>"$data/postgresql.auto.conf" <<CONF
archive_mode = off
restore_command = 'cp "$wal/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_action = promote
CONF
touch "$data/recovery.signal"

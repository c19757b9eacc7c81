#!/bin/bash
# Backs up every night at 02:30 UTC, on Sundays in full with a trial restore after it. A failure is printed, and the
# metric artikul_backup_age_seconds grows.
set -uo pipefail
while true; do
  now=$(date +%s)
  next=$(date --date='today 02:30' +%s)
  if [ "$next" -le "$now" ]; then next=$(date --date='tomorrow 02:30' +%s); fi
  # `wait` lets a signal end the container at once.
  sleep $((next - now)) &
  wait $!
  if [ "$(date +%u)" = 7 ]; then
    backup.sh full && verify-restore.sh /backups
  else
    backup.sh diff
  fi || echo "backup failed with $?" >&2
done

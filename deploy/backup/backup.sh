#!/bin/bash
# Backs up the database, verifies the checksums of the repository and records the success.
#   backup.sh [full|diff|incr]
set -euo pipefail
type=${1:-diff}
pgbackrest --stanza=artikul stanza-create
# Waits until a segment of the log has reached the archive: without it no backup can be restored.
pgbackrest --stanza=artikul check
pgbackrest --stanza=artikul --type="$type" backup
pgbackrest --stanza=artikul verify
record-backup.sh backup

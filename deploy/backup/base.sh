#!/bin/bash
# A base backup: with the archived log the database can be brought back to any moment after it. The last KEEP (7) stay,
# and of the log what they need.
#   base.sh DATABASE_URL BASES WAL
set -euo pipefail
url=$1 bases=$2 wal=$3 keep=${KEEP:-7}
name=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$bases"
rm -rf "$bases"/*.part
pg_basebackup --dbname "$url" --pgdata "$bases/$name.part" --checkpoint=fast --wal-method=none --manifest-checksums=SHA256
pg_verifybackup --no-parse-wal --quiet "$bases/$name.part"
mv "$bases/$name.part" "$bases/$name"
ls -1d "$bases"/*Z | head -n -"$keep" | xargs -r rm -rf
oldest=$(ls -1d "$bases"/*Z | head -1)
first=$(sed -n 's/.*START WAL LOCATION: .*(file \([0-9A-F]\{24\}\)).*/\1/p' "$oldest/backup_label")
pg_archivecleanup "$wal" "$first"
echo "$bases/$name"

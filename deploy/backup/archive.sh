#!/bin/sh
# PostgreSQL's archive_command: keeps a segment of the log. Said to be done only when it is on the disk.
#   archive.sh %p %f FOLDER
set -eu
from=$1 name=$2 folder=$3
# Asked again after a crash for what is there already: fine when it is the same, never written over when it is not.
if [ -e "$folder/$name" ]; then exec cmp -s "$from" "$folder/$name"; fi
cp "$from" "$folder/.$name.part"
sync "$folder/.$name.part"
mv "$folder/.$name.part" "$folder/$name"
sync "$folder"

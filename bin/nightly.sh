#!/bin/sh
# Records and audits today's backup, then deletes those older than KEEP_DAYS (default 14): bin/nightly.sh SITE FOLDER DUMP
# DUMP is the file that pg_dump has written. Nothing is deleted if it is missing or the books are not in order.
set -eu
cd "$(dirname "$0")/.."
backup="$2/madang-$(date +%F).backup"
# The dump is missing if an earlier run today moved it and then failed.
[ ! -e "$3" ] || mv "$3" "$backup"
[ -e "$backup" ] || { echo "There is no dump for today" >&2; exit 3; }
node bin/backoffice.mjs record-backup --site "$1"
node bin/backoffice.mjs audit --site "$1"
find "$2" -name 'madang-*.backup' -mtime "+${KEEP_DAYS:-14}" -delete

#!/bin/sh
# Backs up and audits a site by its back office, then deletes backups older than KEEP_DAYS (default 14): bin/nightly.sh SITE FOLDER [DUMP]
# DUMP is where pg_dump has left today's backup. Nothing is deleted while a backup fails or the books are not in order.
set -eu
cd "$(dirname "$0")/.."
backup="$2/madang-$(date +%F).backup"
if [ $# -gt 2 ]; then
  # It is gone when an earlier round of today took it and then failed.
  [ ! -e "$3" ] || mv "$3" "$backup"
  [ -e "$backup" ] || { echo "There is no dump of today" >&2; exit 3; }
  node bin/backoffice.mjs record-backup --site "$1"
else
  node bin/backoffice.mjs backup "$backup" --force --site "$1"
fi
node bin/backoffice.mjs audit --site "$1"
find "$2" -name 'madang-*.backup' -mtime "+${KEEP_DAYS:-14}" -delete

#!/bin/sh
# Backs up and audits a site by its desk, then deletes backups older than KEEP_DAYS (default 14): bin/nightly.sh SITE FOLDER
# Nothing is deleted while a backup fails or the books are not in order.
set -eu
cd "$(dirname "$0")/.."
node bin/desk.mjs backup "$2/madang-$(date +%F).backup" --force --site "$1"
node bin/desk.mjs audit --site "$1"
find "$2" -name 'madang-*.backup' -mtime "+${KEEP_DAYS:-14}" -delete

#!/usr/bin/env bash
# Creates the secrets for compose.yaml in ./secrets. A second run keeps existing ones.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 077
mkdir -p secrets
# In 1.0.0, the token had a different name. Remove this line in 2.0.0.
[ ! -s secrets/desk_token ] || [ -s secrets/backoffice_token ] || cp secrets/desk_token secrets/backoffice_token
create() { [ -s "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"; }
random() { head -c 32 /dev/urandom | base64 | tr -d '+/=\n'; }
for name in database_password backoffice_token grafana_password metrics_token redis_password session_secret; do
  create "$name" "$(random)"
done
create database_url "postgres://madang:$(cat secrets/database_password)@database:5432/madang"
create redis_url "redis://default:$(cat secrets/redis_password)@redis:6379"
# With play money, the token of the owner is sufficient. See docs/deployment.md, backups.
create nightly_token "$(cat secrets/backoffice_token)"
# Containers run as different users, and all of them must be able to read the files.
chmod 755 secrets
chmod 644 secrets/*

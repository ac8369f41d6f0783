#!/usr/bin/env bash
# Creates the secrets of compose.yaml in ./secrets, each once: a second run keeps those that are there.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 077
mkdir -p secrets
create() { [ -s "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"; }
random() { head -c 32 /dev/urandom | base64 | tr -d '+/=\n'; }
for name in database_password desk_token grafana_password metrics_token redis_password session_secret; do
  create "$name" "$(random)"
done
create database_url "postgres://madang:$(cat secrets/database_password)@database:5432/madang"
create redis_url "redis://default:$(cat secrets/redis_password)@redis:6379"
# With play money the owner's token will do; see docs/deployment.md, backups.
create nightly_token "$(cat secrets/desk_token)"
# Containers read them as other users.
chmod 755 secrets
chmod 644 secrets/*

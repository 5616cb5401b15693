# The world outside of the rehearsal, in its Debian: certificates and names, DNS, a mail server, an S3 server, providers.
# `rehearsal.sh` sources it.

names='nerdify.example desk.nerdify.example files.nerdify.example mail.nerdify.example s3.nerdify.example
  api.stripe.com api.twilio.com m.me'
names=$(echo $names)
mail_password=$(openssl rand -hex 24)
bucket_secret=$(openssl rand -hex 24)

install_world() {
  # Postfix asks nothing, and is set up below.
  inside 'apt-get install -qq --yes --no-install-recommends dnsmasq-base python3-dkim python3-dnspython python3-nacl \
    postfix sasl2-bin libsasl2-modules radosgw ceph-mon ceph-osd s3cmd'
}

# An authority that this Debian trusts, and names that mean the machine itself, for this script too.
prepare_names() {
  inside "mkdir -p /etc/caddy/tls && cd /etc/caddy/tls
    openssl req -x509 -newkey rsa:2048 -nodes -days 60 -subj '/CN=Authority of the rehearsal' -keyout ca.key -out ca.crt
    openssl req -newkey rsa:2048 -nodes -subj /CN=nerdify.example -keyout site.key -out site.csr
    cp ca.crt /usr/local/share/ca-certificates/rehearsal.crt
    update-ca-certificates
    openssl genrsa -out /srv/dkim.pem 2048" >"$work/names.log" 2>&1
  certify 60
  printf '127.0.0.1 localhost\n127.0.0.1 %s\n' "$names" >"$root/etc/hosts"
  mount --bind "$root/etc/hosts" /etc/hosts
  echo 'nameserver 127.0.0.1' >"$root/etc/resolv.conf"
  local key
  # A text of the DNS has parts of up to 255 bytes.
  key=$(inside 'openssl pkey -in /srv/dkim.pem -pubout -outform DER | base64 --wrap=200 | paste --serial --delimiters=,')
  inside "dnsmasq --no-resolv --user=root --listen-address=127.0.0.1 --bind-interfaces --pid-file=/run/dnsmasq.pid \
    --txt-record='nerdify.example,v=spf1 ip4:127.0.0.1 -all' \
    --txt-record='s1._domainkey.nerdify.example,v=DKIM1; k=rsa; p=$key' \
    --txt-record='_dmarc.nerdify.example,v=DMARC1; p=quarantine; rua=mailto:support@nerdify.example'"
}

# A certificate of the authority for all names, for a number of days.
certify() {
  inside "cd /etc/caddy/tls
    openssl x509 -req -in site.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days $1 -out site.crt \
      -extfile <(echo 'subjectAltName=DNS:${names// /,DNS:}')
    cat ca.crt >>site.crt" >>"$work/names.log" 2>&1
}

# A Postfix that takes mail only over STARTTLS from who signs in, and puts all of it into one maildir, /srv/mail.
start_mail() {
  inside "install -d -o nobody -g nogroup /srv/mail
    printf 'pwcheck_method: auxprop\nauxprop_plugin: sasldb\nmech_list: PLAIN\n' >/etc/postfix/sasl/smtpd.conf
    echo '$mail_password' | saslpasswd2 -p -c -u nerdify.example nerdify
    chgrp postfix /etc/sasldb2
    postconf -e 'myhostname = mail.nerdify.example' 'mydestination =' 'maillog_file = /var/log/postfix.log' \
      'virtual_mailbox_domains = static:all' 'virtual_mailbox_maps = static:mail/' 'virtual_mailbox_base = /srv' \
      'virtual_uid_maps = static:65534' 'virtual_gid_maps = static:65534' \
      'smtpd_tls_cert_file = /etc/caddy/tls/site.crt' 'smtpd_tls_key_file = /etc/caddy/tls/site.key' \
      'smtpd_tls_security_level = encrypt' 'smtpd_tls_auth_only = yes' 'smtpd_sasl_auth_enable = yes' \
      'smtpd_sasl_local_domain = nerdify.example' \
      'smtpd_client_restrictions = permit_sasl_authenticated, reject'
    postconf -M 'submission/inet=submission inet n - n - - smtpd'
    postfix start" >"$work/postfix.log" 2>&1
}

# The S3 gateway of Ceph over one monitor and one store in memory, and a bucket with the rules of the guide.
start_s3() {
  cat >"$root/etc/ceph/ceph.conf" <<'END'
[global]
fsid = 8f6f0e5e-5a5e-4c7e-9b4c-0b3f5b3f8a10
mon initial members = a
mon host = 127.0.0.1
mon data = /var/lib/ceph/mon
mon allow pool size one = true
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
osd data = /var/lib/ceph/osd
osd objectstore = memstore
osd pool default size = 1
osd pool default pg num = 1
osd crush update on start = false
rgw frontends = beast endpoint=127.0.0.1:7480
END
  cat >"$root/srv/cors.xml" <<'END'
<CORSConfiguration>
  <CORSRule><AllowedOrigin>https://nerdify.example</AllowedOrigin><AllowedMethod>POST</AllowedMethod></CORSRule>
</CORSConfiguration>
END
  inside "mkdir -p /var/lib/ceph/mon /var/lib/ceph/osd
    ceph-mon --mkfs -i a --keyring /dev/null
    ceph-mon -i a
    id=\$(cat /proc/sys/kernel/random/uuid)
    ceph osd create \$id
    ceph-osd --mkfs -i 0 --osd-uuid \$id
    ceph osd crush add osd.0 1 root=default host=localhost
    ceph-osd -i 0
    radosgw-admin user create --uid nerdify --display-name Nerdify --access-key nerdify --secret-key $bucket_secret
    radosgw -n client.rgw
    s3() {
      s3cmd --host=127.0.0.1:7480 --host-bucket=127.0.0.1:7480 --no-ssl --access_key=nerdify --secret_key=$bucket_secret \"\$@\"
    }
    for try in \$(seq 60); do s3 ls && break; sleep 0.5; done
    s3 mb s3://nerdify-files
    s3 setcors /srv/cors.xml s3://nerdify-files" >"$work/s3.log" 2>&1
}

# The sandbox in place of the card provider, the text provider and the chat page, and the S3 server, behind the proxy.
start_providers() {
  cat >"$root/etc/caddy/rehearsal.Caddyfile" <<'END'
import /etc/caddy/Caddyfile
s3.nerdify.example {
	tls /etc/caddy/tls/site.crt /etc/caddy/tls/site.key
	reverse_proxy 127.0.0.1:7480
}
api.stripe.com, api.twilio.com {
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
  exec_inside 'mkdir -p /var/lib/sandbox
    set -a; . <(grep -E "^(STRIPE|SMS)_" .env); set +a
    exec env DATA_DIR=/var/lib/sandbox AUTOPILOT=off STRIPE_WEBHOOK_URL=https://nerdify.example/webhooks/stripe \
      SMS_REPLY_URL=https://nerdify.example/webhooks/sms node apps/sandbox/src/main.ts' >"$work/sandbox.log" 2>&1 &
  until_ready http://127.0.0.1:4000/
}

/** A setting of the product as its reference tells it (OPS-07). */
interface SettingLine {
  names: readonly string[]
  meaning: string
  /** Where nothing is set; undefined where production does not start without it. */
  usual: string | undefined
}

interface SettingGroup {
  title: string
  lines: readonly SettingLine[]
}

/**
 * Every environment variable that the product reads, in words for those who run it (OPS-07). Its test holds it against
 * what `readSettings` really reads, and docs/settings.md against it.
 */
export const settingsReference: readonly SettingGroup[] = [
  {
    title: 'The site',
    lines: [
      {
        names: ['NODE_ENV'],
        meaning:
          '`production`: nothing falls back to the sandbox; else `development` or `test`, where a live card key and a public address are refused',
        usual: '`development`',
      },
      {
        names: ['PUBLIC_URL'],
        meaning:
          'origin of the site, such as `https://nerdify.example`; in production this and every other origin must be `https:`',
        usual: undefined,
      },
      { names: ['HOST'], meaning: 'address to listen on', usual: '`0.0.0.0` (`127.0.0.1` outside production)' },
      { names: ['PORT'], meaning: 'port of the product', usual: '3000' },
      { names: ['FILES_PORT'], meaning: 'port of the embedded bucket', usual: '3001' },
      {
        names: ['FILES_URL'],
        meaning:
          'origin under which browsers reach the embedded bucket; it must not be that of the site, and in production it must be set unless `S3_*` are',
        usual: '`http://localhost:{FILES_PORT}`',
      },
      { names: ['GATEWAY_URL'], meaning: 'origin of payment and tip links', usual: '`PUBLIC_URL`' },
      { names: ['ANALYTICS_URL'], meaning: 'origin that tells where a visitor is', usual: '`PUBLIC_URL`' },
      {
        names: ['TRUST_PROXY'],
        meaning:
          'how many proxies that add to `X-Forwarded-For` stand before the product, such as `1`, or their networks, such as `10.0.0.0/8,fd00::/8`',
        usual: '0: the header is not read',
      },
      { names: ['LOG_LEVEL'], meaning: '`debug`, `info`, `warn`, `error` or `silent`', usual: '`info`' },
    ],
  },
  {
    title: 'Data',
    lines: [
      {
        names: ['DATABASE_URL'],
        meaning:
          'PostgreSQL 15 or newer, which several processes may share; with a certificate authority of your own `?sslmode=verify-full&sslrootcert=/path/ca.pem`',
        usual: 'an embedded database under `DATA_DIR`, for one process',
      },
      {
        names: ['DATA_DIR'],
        meaning: 'directory of the embedded database and the embedded bucket',
        usual: '`.data`',
      },
      {
        names: ['ERASED_DIR'],
        meaning:
          'directory with the keys of the accounts that were erased; no backup holds it, so that they are erased again after a restore',
        usual: '`erased` in `DATA_DIR`',
      },
      {
        names: ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
        meaning: 'an S3-compatible bucket for files: all of them or none',
        usual: 'the embedded bucket',
      },
      {
        names: ['CLAMD_HOST', 'CLAMD_PORT'],
        meaning: 'a clamd server that scans what clients upload; its `StreamMaxLength` must be at least 100M',
        usual: 'nothing is scanned; port 3310',
      },
    ],
  },
  {
    title: 'Secrets of our own',
    lines: [
      {
        names: ['AUTH_SECRET'],
        meaning: 'at least 32 random characters: signs sessions, derives codes and keys',
        usual: undefined,
      },
      {
        names: ['OPERATIONS_TOKEN'],
        meaning: 'bearer token of the operations API, at least 16 random characters',
        usual: undefined,
      },
    ],
  },
  {
    title: 'Cards',
    lines: [
      { names: ['STRIPE_SECRET_KEY'], meaning: 'key of the card provider', usual: undefined },
      {
        names: ['STRIPE_WEBHOOK_SECRET'],
        meaning: 'secret of its events, which go to `{PUBLIC_URL}/webhooks/stripe`',
        usual: undefined,
      },
      {
        names: ['STRIPE_PUBLISHABLE_KEY'],
        meaning: 'public key of the card provider, which browsers are told',
        usual: undefined,
      },
      {
        names: ['STRIPE_API_BASE'],
        meaning: 'another host for its API, such as the sandbox; refused in production and with a live key',
        usual: "the provider's own",
      },
    ],
  },
  {
    title: 'Messages',
    lines: [
      { names: ['SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN'], meaning: 'account of the SMS provider', usual: undefined },
      {
        names: ['SMS_FROM', 'SMS_FROM_CANADA', 'SMS_FROM_AUSTRALIA'],
        meaning: 'a number of ours in each country; texts to it go to `{PUBLIC_URL}/webhooks/sms`',
        usual: undefined,
      },
      { names: ['SMS_API_BASE'], meaning: "origin of the SMS provider's API", usual: "the provider's own" },
      { names: ['SMTP_HOST'], meaning: 'the mail server', usual: undefined },
      { names: ['SMTP_PORT'], meaning: 'its port', usual: '587' },
      { names: ['SMTP_USER', 'SMTP_PASSWORD'], meaning: 'how to sign in to it', usual: 'without signing in' },
      {
        names: ['MAIL_FROM'],
        meaning: 'sender of our mail, such as `Nerdify <hello@nerdify.example>`',
        usual: undefined,
      },
      { names: ['MAIL_REPLY_TO'], meaning: 'where an answer to our mail goes', usual: 'the value of `SUPPORT_EMAIL`' },
      {
        names: ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'],
        meaning: 'sign our mail; the key is PEM: all of them or none',
        usual: 'unsigned',
      },
      {
        names: ['MESSENGER_URL'],
        meaning: 'where "Message us on Messenger" leads, such as `https://m.me/name`',
        usual: undefined,
      },
      {
        names: ['SUPPORT_EMAIL'],
        meaning: 'address of those who are told what waits for them, and who read messages for support',
        usual: undefined,
      },
      {
        names: ['COMPANY_TIMEZONE'],
        meaning:
          'time zone whose business days, and hours from 8 AM to 8 PM, the company works by, such as `America/Los_Angeles`',
        usual: undefined,
      },
    ],
  },
  {
    title: 'Law and limits',
    lines: [
      {
        names: ['RESTRICTED_REGIONS'],
        meaning: 'where doing assessed work for money is an offence, such as `GB,AU`, or `none`',
        usual: undefined,
      },
      {
        names: ['GEO_DEFAULT_COUNTRY'],
        meaning: 'country of a visitor whose address says nothing, such as `US`',
        usual: 'nobody knows',
      },
      {
        names: ['GEO_DATABASE'],
        meaning:
          'a file in the MaxMind DB format that knows where addresses are; one that knows states is needed for `US-NY` above',
        usual: 'a packaged database of countries by the lists of the registries (NRO, CC BY 4.0)',
      },
      {
        names: ['TAG_ID'],
        meaning: 'a tag of Google, loaded only as far as the visitor consents',
        usual: 'none is loaded',
      },
      {
        names: ['CONSENT_STRICT'],
        meaning: '`off` keeps the ad keys essential where visitors are asked',
        usual: '`on`',
      },
      { names: ['LIMIT_SCALE'], meaning: 'a factor on every rate limit', usual: '1' },
    ],
  },
  {
    title: 'The sandbox',
    lines: [
      {
        names: ['SANDBOX_PORT', 'SANDBOX_SMTP_PORT'],
        meaning: 'where the sandbox listens; read outside production alone',
        usual: '4000 and 4025',
      },
    ],
  },
]

/** docs/settings.md, whole. */
export function settingsDocument(): string {
  const table = ({ title, lines }: SettingGroup) => [
    `## ${title}`,
    '',
    '| setting | meaning | without it |',
    '| --- | --- | --- |',
    ...lines.map(({ names, meaning, usual }) => {
      return `| ${names.map((name) => `\`${name}\``).join(', ')} | ${meaning} | ${usual ?? 'production does not start'} |`
    }),
    '',
  ]
  return [
    '# Settings',
    '',
    'Every environment variable that the product reads, once, at its start. A value of a wrong form ends the start with one sentence that names it. What stands here is checked against the code by its tests; to write it anew after a change: `npx vitest run --project api settings --update`.',
    '',
    ...settingsReference.flatMap(table),
  ].join('\n')
}

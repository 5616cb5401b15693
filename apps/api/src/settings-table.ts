/** A group of settings: an example of each, their meaning, and the behavior without them, in Markdown. */
interface SettingRow {
  examples: Readonly<Record<string, string>>
  meaning: string
  without: string
  /** Required in production. */
  wanted?: true
  /** Optional, and `npm run setup` asks for it. */
  suggested?: true
  /** Messages never contain their values. */
  secret?: true
  /** Read outside production only. */
  sandbox?: true
}

/** Every setting of the product (GO-01): the source of docs/settings.md and .env.example. */
export const settingsTable: readonly { title: string; rows: readonly SettingRow[] }[] = [
  {
    title: 'The site',
    rows: [
      {
        examples: { NODE_ENV: 'production' },
        meaning:
          '`production`: nothing falls back to the sandbox; else `development` or `test`, where a live card key and a public address are refused',
        without: '`development`',
        wanted: true,
      },
      {
        examples: { PUBLIC_URL: 'https://nerdify.example' },
        meaning:
          'origin of the site, such as `https://nerdify.example`; in production this and every other origin must be `https:`',
        without: 'production does not start',
        wanted: true,
      },
      {
        examples: { HOST: '127.0.0.1' },
        meaning: 'address to listen on',
        without: '`0.0.0.0` (`127.0.0.1` outside production)',
      },
      {
        examples: { PORT: '3000' },
        meaning: 'port of the product',
        without: '3000',
      },
      {
        examples: { FILES_PORT: '3001' },
        meaning: 'port of the embedded bucket',
        without: '3001',
      },
      {
        examples: { FILES_URL: 'https://files.nerdify.example' },
        meaning:
          'origin under which browsers reach the embedded bucket; not that of the site; production must set it unless `S3_*` are',
        without: '`http://localhost:{FILES_PORT}`',
        wanted: true,
      },
      {
        examples: { DESK_PORT: '3002' },
        meaning: 'port of the desk, the screens of staff',
        without: '3002',
      },
      {
        examples: { DESK_URL: 'https://desk.nerdify.example' },
        meaning: 'origin under which staff reach the desk; none of the others',
        without: '`http://localhost:{DESK_PORT}`; production does not start, unless `DESK` is `off`',
        wanted: true,
      },
      {
        examples: { DESK: 'on' },
        meaning: '`off`: this process serves no desk',
        without: '`on`',
      },
      {
        examples: { GATEWAY_URL: 'https://pay.nerdify.example' },
        meaning: 'origin of payment and tip links',
        without: '`PUBLIC_URL`',
      },
      {
        examples: { OPS_COMMAND: 'docker compose exec product ops' },
        meaning:
          'how your shell calls the command-line tool, for the commands in mails to staff and in its own answers',
        without: '`npm run ops --`; in the image `ops`',
      },
      {
        examples: { ANALYTICS_URL: 'https://nerdify.example' },
        meaning: 'origin that tells where a visitor is',
        without: '`PUBLIC_URL`',
      },
      {
        examples: { TRUST_PROXY: '1' },
        meaning:
          'how many proxies that add to `X-Forwarded-For` stand before the product, such as `1`, or their networks, such as `10.0.0.0/8,fd00::/8`; `0` for none',
        without: 'production does not start (else 0: the header is not read)',
        wanted: true,
      },
      {
        examples: { LOG_LEVEL: 'info' },
        meaning: '`debug`, `info`, `warn`, `error` or `silent`',
        without: '`info`',
      },
    ],
  },
  {
    title: 'Data',
    rows: [
      {
        examples: { DATABASE_URL: 'postgres://nerdify:PASSWORD@127.0.0.1:5432/nerdify' },
        meaning:
          'PostgreSQL 15 or newer, which several processes may share; with a certificate authority of your own `?sslmode=verify-full&sslrootcert=/path/ca.pem`',
        without: 'an embedded database under `DATA_DIR`, for one process; production must set it',
        wanted: true,
        secret: true,
      },
      {
        examples: { BACKUP_DATABASE_URL: 'postgres://nerdify:PASSWORD@127.0.0.1:5432/nerdify' },
        meaning: 'address of the same database that bypasses a pooler in transaction mode, for backup and restore',
        without: '`DATABASE_URL`; backup and restore refuse such a pooler',
        secret: true,
      },
      {
        examples: { DATA_DIR: '/var/lib/nerdify' },
        meaning: 'directory of the embedded database and the embedded bucket',
        without: '`.data`',
      },
      {
        examples: { ERASED_DIR: '/var/lib/nerdify-erased' },
        meaning:
          'directory with the keys of the accounts that were erased; no backup holds it, so that they are erased again after a restore',
        without: '`erased` in `DATA_DIR`',
      },
      {
        examples: {
          S3_ENDPOINT: 'https://s3.us-east-1.amazonaws.com',
          S3_REGION: 'us-east-1',
          S3_BUCKET: 'nerdify-files',
          S3_ACCESS_KEY_ID: 'AKIA…',
          S3_SECRET_ACCESS_KEY: '…',
        },
        meaning: 'an S3-compatible bucket for files: all of them or none',
        without: 'the embedded bucket',
        secret: true,
      },
      {
        examples: { CLAMD_HOST: '127.0.0.1', CLAMD_PORT: '3310' },
        meaning:
          'a clamd server that scans the files of clients, Nerds and staff; its `StreamMaxLength` and `MaxFileSize` must be at least 100M, its `MaxScanSize` 400M, and `AlertExceedsMax` on: else it calls a file beyond these limits clean, unscanned',
        without: 'nothing is scanned; port 3310',
      },
    ],
  },
  {
    title: 'Secrets of our own',
    rows: [
      {
        examples: { AUTH_SECRET: '…' },
        meaning: 'at least 32 random characters: signs sessions, derives codes and keys',
        without: 'production does not start',
        wanted: true,
        secret: true,
      },
      {
        examples: { OPERATIONS_TOKEN: '…' },
        meaning:
          'bearer token of the operations API, at least 16 random characters, no words, sequences or repetitions',
        without: 'production does not start',
        wanted: true,
        secret: true,
      },
    ],
  },
  {
    title: 'Cards',
    rows: [
      {
        examples: { STRIPE_SECRET_KEY: 'sk_live_…' },
        meaning: 'key of the card provider',
        without: 'production does not start',
        wanted: true,
        secret: true,
      },
      {
        examples: { STRIPE_WEBHOOK_SECRET: 'whsec_…' },
        meaning: 'secret of its events, which go to `{PUBLIC_URL}/webhooks/stripe`',
        without: 'production does not start',
        wanted: true,
        secret: true,
      },
      {
        examples: { STRIPE_PUBLISHABLE_KEY: 'pk_live_…' },
        meaning: 'public key of the card provider, sent to browsers',
        without: 'production does not start',
        wanted: true,
      },
      {
        examples: { STRIPE_API_BASE: 'http://127.0.0.1:4000' },
        meaning: 'another host for its API, such as the sandbox; refused in production and with a live key',
        without: "the provider's own",
        sandbox: true,
      },
    ],
  },
  {
    title: 'Messages',
    rows: [
      {
        examples: { SMS_ACCOUNT_SID: 'AC…', SMS_AUTH_TOKEN: '…' },
        meaning: 'account of the SMS provider',
        without: 'production does not start',
        wanted: true,
        secret: true,
      },
      {
        examples: { SMS_FROM: '+14155550100', SMS_FROM_CANADA: '+16135550100', SMS_FROM_AUSTRALIA: '+61480000100' },
        meaning: 'a number of ours in each country; texts to it go to `{PUBLIC_URL}/webhooks/sms`',
        without: 'production does not start',
        wanted: true,
      },
      {
        examples: { SMS_API_BASE: 'https://api.twilio.com' },
        meaning: "origin of the SMS provider's API",
        without: "the provider's own",
      },
      {
        examples: { SMTP_HOST: 'smtp.nerdify.example' },
        meaning: 'the mail server',
        without: 'production does not start',
        wanted: true,
      },
      {
        examples: { SMTP_PORT: '587' },
        meaning: 'its port; 465 and 2465 begin with TLS, others switch to it',
        without: '587',
      },
      {
        examples: { SMTP_USER: 'nerdify', SMTP_PASSWORD: '…' },
        meaning: 'how to sign in to it',
        without: 'without signing in',
        suggested: true,
        secret: true,
      },
      {
        examples: { MAIL_FROM: 'Nerdify <hello@nerdify.example>' },
        meaning: 'sender of our mail, such as `Nerdify <hello@nerdify.example>`',
        without: 'production does not start',
        wanted: true,
      },
      {
        examples: { MAIL_REPLY_TO: 'support@nerdify.example' },
        meaning: 'where an answer to our mail goes',
        without: 'the value of `SUPPORT_EMAIL`',
      },
      {
        examples: {
          DKIM_DOMAIN: 'nerdify.example',
          DKIM_SELECTOR: 's1',
          DKIM_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\n…',
        },
        meaning: 'sign our mail; the key is of RSA, in PEM with `\\n` for each line end: all of them or none',
        without: 'unsigned',
        suggested: true,
        secret: true,
      },
      {
        examples: { MESSENGER_URL: 'https://m.me/nerdify' },
        meaning: 'where "Message us on Messenger" leads, such as `https://m.me/name`',
        without: 'production does not start',
        wanted: true,
      },
      {
        examples: { SUPPORT_EMAIL: 'support@nerdify.example' },
        meaning: 'address of the staff, for waiting work and for messages to support',
        without: 'production does not start',
        wanted: true,
      },
      {
        examples: { CLERK_REFUND_LIMIT: '100' },
        meaning:
          'the most, in dollars, that a clerk gives back of one order or month of a plan, or credits to one client in 30 days',
        without: '100',
      },
      {
        examples: { VIP_PHONE: '+1 415 555 0100' },
        meaning: 'the number that clients with a plan may call, such as `+1 415 555 0100`, as they read it',
        without: 'no plan names a VIP phone',
      },
      {
        examples: { COMPANY_ADDRESS: 'Nerdify Inc., 1 Market Street, San Francisco, CA 94105' },
        meaning: 'name and postal address of the company that sells, in one line, for receipts',
        without: 'receipts name Nerdify alone',
      },
      {
        examples: { COMPANY_TIMEZONE: 'America/Los_Angeles' },
        meaning:
          'time zone whose business days, and hours from 8 AM to 8 PM, the company works by, such as `America/Los_Angeles`',
        without: 'production does not start',
        wanted: true,
      },
      {
        examples: { COMPANY_HOLIDAYS: '2026-12-25,2027-01-01' },
        meaning: 'dates that are no business days of the company, such as `2026-12-25,2027-01-01`',
        without: 'only weekends are off',
      },
    ],
  },
  {
    title: 'Law and limits',
    rows: [
      {
        examples: { RESTRICTED_REGIONS: 'GB,AU' },
        meaning: 'where doing assessed work for money is an offence, such as `GB,AU`, or `none`',
        without: 'production does not start',
        wanted: true,
      },
      {
        examples: { GEO_DEFAULT_COUNTRY: 'US' },
        meaning: 'country of a visitor whose address says nothing, such as `US`',
        without: 'nobody knows',
      },
      {
        examples: { GEO_DATABASE: '/var/lib/GeoLite2-City.mmdb' },
        meaning:
          'a file in the MaxMind DB format that knows where addresses are; one that knows states is needed for `US-NY` above',
        without: 'a packaged database of countries by the lists of the registries (NRO, CC BY 4.0)',
      },
      {
        examples: { TAG_ID: 'GTM-ABC123' },
        meaning: 'a tag of Google, loaded only as far as the visitor consents',
        without: 'no tag',
      },
      {
        examples: { CONSENT_STRICT: 'off' },
        meaning: '`off` keeps the ad keys essential where visitors are asked',
        without: '`on`',
      },
      {
        examples: { LIMIT_SCALE: '1' },
        meaning: 'a factor on every rate limit; at most 10 in production',
        without: '1',
      },
    ],
  },
  {
    title: 'The sandbox',
    rows: [
      {
        examples: { SANDBOX_PORT: '4000', SANDBOX_SMTP_PORT: '4025' },
        meaning: 'where the sandbox listens; read outside production alone',
        without: '4000 and 4025',
        sandbox: true,
      },
    ],
  },
]

const rows: readonly SettingRow[] = settingsTable.flatMap((group) => group.rows)

/** An example of a setting's value; undefined for an unknown name. */
export const exampleOf = (name: string): string | undefined =>
  rows.find(({ examples }) => name in examples)?.examples[name]

const introduction = `Every environment variable that the product reads, once, at its start. A start with missing or wrong values names all of them at once, each with the form it must have. A file \`.env\` in the folder of the start is read too; the environment wins, others than its owner must not be able to read it, and \`ENV_FILE\` names another one. \`npm run setup\` asks for the settings that are missing and writes that file. This page is made from \`apps/api/src/settings-table.ts\`.`

/** docs/settings.md. */
export function settingsDocument(): string {
  const sections = settingsTable.map(({ title, rows: lines }) =>
    [
      `## ${title}\n`,
      '| setting | meaning | without it |',
      '| --- | --- | --- |',
      ...lines.map(({ examples, meaning, without }) => {
        const names = Object.keys(examples).map((name) => `\`${name}\``)
        return `| ${names.join(', ')} | ${meaning} | ${without} |`
      }),
    ].join('\n'),
  )
  return `${['# Settings', introduction, ...sections].join('\n\n')}\n`
}

/** A value as a line of an environment file: quoted if a space or a sign would end it. */
export function inFile(value: string): string {
  if (/^[\w./:@+,-]*$/.test(value)) return value
  return value.includes("'") ? `"${value}"` : `'${value}'`
}

/** Whether Node, Compose and systemd all read {@link inFile} as the value: a quoted text has no escapes in common. */
export const fitsFile = (value: string): boolean => !value.includes("'") || !/["$\\]/.test(value)

/** .env.example: production's required settings as lines to fill in, the others as comments. */
export function exampleFile(): string {
  const sections = settingsTable.map(({ title, rows: lines }) => {
    const settings = lines
      .filter(({ sandbox }) => !sandbox)
      .map(({ examples, meaning, without, wanted }) => {
        const values = Object.entries(examples).map(([name, example]) => {
          if (!wanted) return `# ${name}=${inFile(example)}`
          return example.includes('…') ? `${name}=` : `${name}=${inFile(example)}`
        })
        return [`# ${meaning}. Without it: ${without}.`.replaceAll('`', ''), ...values].join('\n')
      })
    return settings.length === 0 ? [] : [[`## ${title}`, ...settings].join('\n\n')]
  })
  const intro = '# The settings of production. Copy this file to .env (chmod 600) and fill it in, or run npm run setup.'
  return `${[intro, ...sections.flat()].join('\n\n')}\n`
}

import { join, relative } from 'node:path'
import type { Announcement } from './service.ts'
import type { StartSettings } from './start-settings.ts'

/** Lines of two columns, indented; the first column fits its widest text. */
function columns(rows: readonly (readonly string[])[]) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd())
    .join('\n')
}

/**
 * The text of the terminal once all servers listen: addresses, the mailbox, the operations token, the seeded people and
 * staff (SBX-04).
 */
export function welcome({
  product,
  sandbox,
  settings,
  tookMs,
}: {
  product: Announcement
  sandbox: Announcement | undefined
  settings: StartSettings
  tookMs: number
}): string {
  const { people = [], staff = [], operationsToken, ...listening } = product
  const parts = [`Nerdify is ready (${(tookMs / 1000).toFixed(1)} s).`]
  const addresses = [['Product', listening.product ?? '']]
  if (listening.desk) addresses.push(['Desk', listening.desk])
  if (listening.files) addresses.push(['Files', listening.files])
  if (sandbox) {
    const { http = '' } = sandbox
    addresses.push(['Sandbox', http], ['Mailbox', `${http}/mailbox`])
    if (operationsToken) addresses.push(['Operations token', operationsToken])
  }
  const logs = relative(process.cwd(), join(settings.dataDirectory, '*.log'))
  addresses.push(['Logs', logs.startsWith('..') ? join(settings.dataDirectory, '*.log') : logs])
  parts.push(columns(addresses))

  if (sandbox && people.length > 0) {
    parts.push('Sign in by phone as one of these people; the code arrives in the mailbox.')
    parts.push(columns(people.map(({ phone, email, who }) => [phone, email, who])))
  }
  if (sandbox && staff.length > 0) {
    parts.push(
      listening.desk
        ? 'Sign in at the desk as one of these people; the link arrives in the mailbox ("npm run ops -- sign-in EMAIL" for a shell).'
        : 'To sign in as staff, run "npm run ops -- sign-in EMAIL"; the key arrives in the mailbox.',
    )
    parts.push(columns(staff.map(({ email, name, role }) => [email, name, role])))
  }
  if (settings.realProviders) parts.push(`The sandbox is not started, because ${settings.realProviders}.`)
  parts.push('Ctrl-C ends it. "npm run reset" empties its data.')
  return `\n${parts.join('\n\n')}\n\n`
}

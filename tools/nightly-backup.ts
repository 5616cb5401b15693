/**
 * `node tools/nightly-backup.ts FOLDER`: writes a backup into the folder each night, keeps the newest fourteen, and
 * mails SUPPORT_EMAIL if one fails (GO-02); with `--once` one backup now, for a system timer.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connectServer } from '../apps/api/src/database/connect.ts'
import { noteBackup } from '../apps/api/src/database/noted-backups.ts'
import { smtpMail } from '../apps/api/src/adapters/mail-smtp.ts'
import { escapeHtml } from '../apps/api/src/http/answers/escape-html.ts'
import { readSettings } from '../apps/api/src/settings.ts'
import { removeAbandonedFolders, writeBackup } from './backup-archive.ts'
import { Refusal, runCommand } from './bootstrap.mjs'
import { loadSettings } from './settings-file.ts'

const mostBackups = 14
/** UTC. */
const hour = 3
const backupName = /^nerdify-\d{4}-\d\d-\d\dT[\d-]+\.tar\.gz$/

/** Milliseconds until the next night. */
function untilNight(now: Date): number {
  const next = new Date(now)
  next.setUTCHours(hour, 0, 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  return next.getTime() - now.getTime()
}

/** Mails the failure to support. */
async function mailFailure(reason: string): Promise<void> {
  const { smtp, supportEmail, publicUrl } = readSettings(process.env)
  const mail = smtpMail(smtp)
  const text = `The nightly backup of ${publicUrl} failed: ${reason}\n\nMake one by hand: see docs/operations.md, "Back up and restore".`
  const outcome = await mail.send({
    id: `backup-failed-${new Date().toISOString()}`,
    to: supportEmail,
    subject: 'The nightly backup failed',
    text,
    html: `<p>${escapeHtml(text).replaceAll('\n\n', '</p><p>')}</p>`,
  })
  mail.close()
  if (outcome.outcome !== 'sent') throw new Error(`the mail about it failed too: ${JSON.stringify(outcome)}`)
}

/** Records the backup in a server's database, for the doctor and the alerts (GO-06). */
async function note(): Promise<void> {
  const { DATABASE_URL: url = '' } = process.env
  if (url === '') return
  const database = connectServer(url, 1)
  await noteBackup(database.queries, Date.now()).finally(database.close)
}

/** Removes leftovers of killed backups, writes one, and keeps the newest {@link mostBackups}; returns whether it worked. */
async function backUp(folder: string): Promise<boolean> {
  const name = `nerdify-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`
  try {
    removeAbandonedFolders(folder)
    await writeBackup(join(folder, name))
    await note()
    const old = readdirSync(folder)
      .filter((entry) => backupName.test(entry))
      .toSorted()
      .slice(0, -mostBackups)
    for (const entry of old) rmSync(join(folder, entry))
    console.log(`${name} is written; ${old.length} old removed.`)
    return true
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`The backup failed: ${reason}`)
    await mailFailure(reason).catch((failure: Error) => console.error(failure.message))
    return false
  }
}

await runCommand(async () => {
  loadSettings()
  const { values, positionals } = parseArgs({ options: { once: { type: 'boolean' } }, allowPositionals: true })
  const [target, ...more] = positionals
  if (target === undefined || more.length > 0)
    throw new Refusal('Name one folder: node tools/nightly-backup.ts /backups')
  const folder = resolve(target)
  if (values.once) return (await backUp(folder)) ? 0 : 1
  for (;;) {
    await pause(untilNight(new Date()))
    await backUp(folder)
  }
})

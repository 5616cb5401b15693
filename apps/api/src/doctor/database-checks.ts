import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { unpriced } from '@nerdify/domain/pricing/price.ts'
import { quantityLabel } from '@nerdify/domain/pricing/units.ts'
import { mostLateMinutes } from '../alerts/alert-conditions.ts'
import { lateWaits } from '../alerts/mail-alerts.ts'
import type { Database } from '../database/connect.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { backupAge } from '../database/noted-backups.ts'
import { poolingOf, serverVersion, sessionFacts } from '../database/server-session.ts'
import { companyTime } from '../orders/waiting-now.ts'
import type { Clock } from '../ports.ts'
import { pricesInForce } from '../pricing/change-prices.ts'
import type { Settings } from '../settings.ts'
import type { Check } from './examine.ts'

/** The state of the database: open, used by a running product, or not created yet (embedded only). */
export type FoundDatabase = Database | 'in_use' | 'not_made'

interface Patient {
  settings: Settings
  /** Opens on the first call only. */
  database(): Promise<FoundDatabase>
}

const leastServerVersion = 15
const firstStart = 'There is none yet: the first start makes it.'

/** The checks of the database. */
export function databaseChecks(patient: Patient, clock: Clock = { now: Date.now }): Check[] {
  const { opsCommand } = patient.settings
  return [
    {
      name: 'database',
      mend:
        patient.settings.databaseUrl === undefined
          ? 'Stop what uses DATA_DIR, or look at its log; "npm run restore" brings a backup back.'
          : 'Start PostgreSQL, or set DATABASE_URL to where it is; docs/scale.md says what a pooler needs.',
      look: () => lookAtSessions(patient),
    },
    {
      name: 'migrations',
      mend: 'Start this version of the product: it runs them first.',
      look: () => lookAtMigrations(patient),
    },
    {
      name: 'prices',
      mend: `Put them in force with "${opsCommand} pricing --put FILE" or "${opsCommand} services --put FILE".`,
      look: () => lookAtPrices(patient),
    },
    {
      name: 'backup',
      mend: 'Look at the log of the nightly backup; docs/operations.md says how to make one by hand.',
      look: () => lookAtBackup(patient),
    },
    {
      name: 'promises',
      mend: `Work through the late entries of the queue: ${opsCommand} queue, or the desk.`,
      look: () => lookAtPromises(patient, clock),
    },
  ]
}

async function lookAtDatabase(patient: Patient): Promise<string> {
  const found = await patient.database()
  if (found === 'not_made') return firstStart
  if (found === 'in_use') {
    await askRunningProduct(patient.settings)
    return 'The product that runs here answers from it.'
  }
  const version = await serverVersion(found.queries)
  if (found.kind === 'server' && Number.parseInt(version, 10) < leastServerVersion) {
    throw new Error(`It is PostgreSQL ${version}, and ${leastServerVersion} or newer is needed`)
  }
  return found.kind === 'server' ? `PostgreSQL ${version} answers.` : 'The embedded one opens and answers.'
}

/** Checks the database, and whether a pooler in front of it preserves our sessions' needs (HOLD-05, HOLD-11). */
async function lookAtSessions(patient: Patient): Promise<string> {
  const answer = await lookAtDatabase(patient)
  const found = await patient.database()
  if (typeof found === 'string' || found.kind === 'embedded') return answer
  if ((await poolingOf(found.queries)) === 'loses_statements') {
    throw new Error('A pooler in front of it loses prepared statements')
  }
  const { isEncrypted, hasLimits, isWritable } = await sessionFacts(found.queries)
  if (!isWritable) throw new Error('The server only reads, as a standby does')
  if (!hasLimits) throw new Error('A pooler in front of it drops the limits of our sessions')
  return `${answer} The connection is ${isEncrypted ? 'encrypted' : 'not encrypted'}.`
}

async function lookAtMigrations(patient: Patient): Promise<string> {
  return inDatabase(patient, 'The product that runs here has run all of its own.', async (database) => {
    const pending = await pendingMigrations(database)
    if (pending.length > 0) throw new Error(`Not run yet: ${pending.length}, the first is ${pending[0]}`)
    return 'All have run.'
  })
}

/** Runs a check in the database; `inUse` if a running product has it. */
async function inDatabase(
  patient: Patient,
  inUse: string,
  look: (database: Database) => Promise<string>,
): Promise<string> {
  const found = await patient.database()
  await lookAtDatabase(patient).catch(() => {
    throw new Error('This needs the database')
  })
  if (found === 'not_made') return firstStart
  return found === 'in_use' ? inUse : look(found)
}

/** A job type or a service newer than the stored prices is not offered until it has one. */
async function lookAtPrices(patient: Patient): Promise<string> {
  return inDatabase(patient, 'The log of the product that runs here names what has none.', async ({ queries }) => {
    const missing = unpriced(await pricesInForce(queries))
    if (missing.length > 0) throw new Error(`There is none for ${missing.join(', ')}, so it is not offered`)
    return 'Every job type and service has one.'
  })
}

/** A night without a backup is an accident, two are a fault. */
const mostBackupHours = 48

async function lookAtBackup(patient: Patient): Promise<string> {
  return inDatabase(patient, 'Its database makes none while it runs.', async ({ queries }) => {
    const age = await backupAge(queries, patient.settings, Date.now())
    if (age === undefined) return 'None was made here yet.'
    const hours = Math.floor(age.ms / 3_600_000)
    const hoursText = quantityLabel(hours, 'hour', 'hours')
    const text = age.isNone ? `None was made in ${hoursText} since the first start` : `The newest is ${hoursText} old`
    if (hours >= mostBackupHours) throw new Error(text)
    return `${text}.`
  })
}

async function lookAtPromises(patient: Patient, clock: Clock): Promise<string> {
  return inDatabase(patient, 'The product that runs here mails support about late ones.', async ({ queries }) => {
    const late = await lateWaits(queries, companyTime(patient.settings, clock.now()))
    const minutes = Math.round(Math.max(0, ...late) / 60_000)
    const text = `Late promises to clients: ${late.length}, the oldest by ${quantityLabel(minutes, 'minute', 'minutes')}`
    if (minutes > mostLateMinutes) throw new Error(text)
    return late.length === 0 ? 'All promises to clients are kept.' : `${text}.`
  })
}

/** An embedded database has one user, so this asks the product itself. */
async function askRunningProduct({ port }: Settings): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${port}${apiPaths.readyz()}`)
  if (status !== 200)
    throw new Error(`The product that uses it answers ${status} to ${apiPaths.readyz()} on port ${port}`)
}

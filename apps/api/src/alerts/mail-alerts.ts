import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import type { AppContext } from '../app-context.ts'
import { backupAge } from '../database/noted-backups.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { messagesWaiting } from '../inbox/messages-waiting.ts'
import { type CompanyTime, companyTime, waitingNow } from '../orders/waiting-now.ts'
import { mailStaff } from '../outbox/enqueue.ts'
import { outboxBacklog } from '../outbox/kept-messages.ts'
import { endAlerts, noteAlert } from './alerts.store.ts'
import {
  type AlertName,
  alertRules,
  alertsNow,
  countsOf,
  type Sample,
  type SharedFacts,
  withSample,
} from './alert-conditions.ts'

const minuteMs = 60_000
/** A condition that no process has seen for this long is over. */
const overAfterMs = 5 * minuteMs
const mailEveryMs = 60 * minuteMs

/** The samples of this process. */
export interface AlertWatch {
  samples: Sample[]
}

export const newAlertWatch = (): AlertWatch => ({ samples: [] })

/** Another version of the product may have raised an unknown alert: then its name is the summary. */
const summaryOf = (name: string) => alertRules[name as AlertName]?.summary ?? name

/** The delay of each broken promise to a client, in milliseconds (WAIT-01). */
export async function lateWaits(queries: Queries, time: CompanyTime): Promise<number[]> {
  const waits = [...(await waitingNow(queries, time)), ...(await messagesWaiting(queries, time))]
  return waits.filter(({ late }) => late).map(({ due }) => time.now - (due ?? time.now))
}

async function sharedFacts({ queries, clock, settings }: AppContext): Promise<SharedFacts> {
  const now = clock.now()
  const { oldestSeconds, newlyDead } = await outboxBacklog(queries, now)
  return {
    oldestMessageSeconds: oldestSeconds,
    newlyDead,
    longestLateMs: Math.max(0, ...(await lateWaits(queries, companyTime(settings, now)))),
    backupSeconds: ((await backupAge(queries, settings, now))?.ms ?? 0) / 1000,
  }
}

/**
 * Mails support about each condition, at most once an hour while it holds and once when it is over (GO-05), for teams
 * without Prometheus.
 */
export async function mailAlerts(product: AppContext, watch: AlertWatch): Promise<void> {
  const { queries, clock, settings, metrics, wake } = product
  const now = clock.now()
  watch.samples = withSample(watch.samples, { at: now, ...(await countsOf(metrics)) })
  const names = alertsNow(watch.samples, await sharedFacts(product))
  const mailed = await transaction(queries, async (within) => {
    const active: AlertName[] = []
    for (const name of names) {
      if (await noteAlert(within, name, { now, mailedBefore: now - mailEveryMs })) active.push(name)
    }
    const over = await endAlerts(within, now - overAfterMs)
    for (const name of active) {
      await mailStaff(within, now, settings, {
        template: 'alert',
        variables: { name, summary: summaryOf(name) },
        dedupeKey: `alert:${name}:${now}`,
      })
    }
    for (const { name, since } of over) {
      await mailStaff(within, now, settings, {
        template: 'alert-over',
        variables: { name, summary: summaryOf(name), since: fullDates(settings.companyZone).instant(since) },
        dedupeKey: `alert-over:${name}:${now}`,
      })
    }
    return active.length + over.length
  })
  if (mailed > 0) wake.outbox()
}

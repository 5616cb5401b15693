import type { Metrics } from '../metrics.ts'

const minuteMs = 60_000

/** The alert starts if a promise to a client is late by more than this (GO-05). */
export const mostLateMinutes = 30

/** The mailed alerts with their thresholds: a share of requests, a number, or seconds (GO-05). */
export const alertRules = {
  Errors: { summary: 'More than one request in a hundred fails', above: 0.01 },
  Slow: { summary: 'One request in twenty takes more than a second', above: 1 },
  BackgroundWorkFails: { summary: 'Background work fails', above: 5 },
  MessagesLate: { summary: 'A mail or text is five minutes late', above: 300 },
  MessagesDead: { summary: 'A message could not be delivered for a day', above: 0 },
  ClientsWait: { summary: 'A promise to a client is past', above: 0 },
  BackupOld: { summary: 'No backup was made in the last 36 hours', above: 36 * 3600 },
} as const

export type AlertName = keyof typeof alertRules

/** The counts of one process since its start. */
export interface ProcessCounts {
  requests: number
  failedRequests: number
  slowRequests: number
  backgroundFailures: number
}

/** Facts that are the same for all processes. */
export interface SharedFacts {
  /** Age of the oldest message that is not sent yet, in seconds. */
  oldestMessageSeconds: number
  /** Messages given up after a day of retries, within the last hour. */
  newlyDead: number
  /** Milliseconds since the oldest broken promise was due; 0 if all are kept. */
  longestLateMs: number
  /** Age of the newest nightly backup in seconds, by `backupAge`; 0 in a sandbox without one. */
  backupSeconds: number
}

/** Counts at an instant, in epoch milliseconds. */
export interface Sample extends ProcessCounts {
  at: number
}

/** The share of failures counts from this number of requests on. */
const fewestRequests = 20
const longestPeriodMs = 15 * minuteMs

/** Adds a sample and drops those older than the longest period. */
export const withSample = (samples: readonly Sample[], sample: Sample): Sample[] => [
  ...samples.filter(({ at }) => at >= sample.at - longestPeriodMs),
  sample,
]

/** The increase of a process's counts over a period that ends with its last sample. */
function increase(samples: readonly Sample[], periodMs: number): ProcessCounts {
  const last = samples.at(-1)
  const first = samples.find(({ at }) => last !== undefined && at >= last.at - periodMs)
  const increaseOf = (count: keyof ProcessCounts) => (last?.[count] ?? 0) - (first?.[count] ?? 0)
  return {
    requests: increaseOf('requests'),
    failedRequests: increaseOf('failedRequests'),
    slowRequests: increaseOf('slowRequests'),
    backgroundFailures: increaseOf('backgroundFailures'),
  }
}

const shareAbove = (part: number, whole: number, share: number) => whole >= fewestRequests && part / whole > share

/** The alerts whose conditions hold; docs/alerts.yml has the same rules for Prometheus. */
export function alertsNow(samples: readonly Sample[], shared: SharedFacts): AlertName[] {
  const five = increase(samples, 5 * minuteMs)
  const ten = increase(samples, 10 * minuteMs)
  const holds: Record<AlertName, boolean> = {
    Errors: shareAbove(five.failedRequests, five.requests, alertRules.Errors.above),
    Slow: shareAbove(ten.slowRequests, ten.requests, 0.05),
    BackgroundWorkFails: increase(samples, longestPeriodMs).backgroundFailures > alertRules.BackgroundWorkFails.above,
    MessagesLate: shared.oldestMessageSeconds > alertRules.MessagesLate.above,
    MessagesDead: shared.newlyDead > alertRules.MessagesDead.above,
    ClientsWait: shared.longestLateMs > mostLateMinutes * minuteMs,
    BackupOld: shared.backupSeconds > alertRules.BackupOld.above,
  }
  return (Object.keys(holds) as AlertName[]).filter((name) => holds[name])
}

const sum = (values: readonly { value: number }[]) => values.reduce((total, { value }) => total + value, 0)

/** Reads the counts that this process gives to Prometheus too. */
export async function countsOf({ requests, requestSeconds, backgroundFailures }: Metrics): Promise<ProcessCounts> {
  const [answered, durations, failures] = await Promise.all([
    requests.get(),
    requestSeconds.get(),
    backgroundFailures.get(),
  ])
  const inTime = durations.values.filter(({ labels }) => 'le' in labels && labels.le === alertRules.Slow.above)
  const timed = durations.values.filter(({ metricName }) => metricName?.endsWith('_count'))
  return {
    requests: sum(answered.values),
    failedRequests: sum(answered.values.filter(({ labels }) => Number(labels.status) >= 500)),
    slowRequests: sum(timed) - sum(inTime),
    backgroundFailures: sum(failures.values),
  }
}

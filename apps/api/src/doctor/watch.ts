import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Gauge, Registry } from 'prom-client'
import { escapeHtml } from '../http/answers/escape-html.ts'
import type { Mail } from '../ports.ts'
import type { Settings } from '../settings.ts'
import { type Finding, formatFindings } from './examine.ts'

/** Two rounds and their limits take less than two minutes (GO-07). */
export const pauseOfWatchMs = 30_000
const mailEveryMs = 3_600_000
/** A single failure may be a network glitch. */
const failuresOfFault = 2

/** A failing check. */
interface Fault {
  failures: number
  /** Whether it failed often enough to be mailed, so that its end is news too. */
  isNews: boolean
  /** Epoch milliseconds; undefined until support was mailed. */
  mailedAt?: number
}

/** Tracks the failing checks, for mails and for Prometheus (GO-07). */
export function newWatch() {
  const faults = new Map<string, Fault>()
  const registry = new Registry()
  const well = new Gauge({
    name: 'nerdify_look_well',
    help: 'Whether the last look of the doctor found this well: 1 or 0.',
    labelNames: ['look'],
    registers: [registry],
  })
  return {
    /**
     * The findings to mail at `now`: faults at their second failure and then each hour, and their ends. They stay news
     * until {@link noteMailed}.
     */
    newsOf: (findings: readonly Finding[], now: number): Finding[] =>
      findings.filter((finding) => {
        well.set({ look: finding.name }, finding.well ? 1 : 0)
        const fault = faults.get(finding.name) ?? { failures: 0, isNews: false }
        if (finding.well) {
          fault.failures = 0
          if (!fault.isNews) faults.delete(finding.name)
          return fault.isNews
        }
        fault.failures += 1
        faults.set(finding.name, fault)
        const isDue = fault.mailedAt === undefined || now - fault.mailedAt >= mailEveryMs
        fault.isNews ||= fault.failures >= failuresOfFault
        return fault.failures >= failuresOfFault && isDue
      }),
    /** Records that support was mailed the news. */
    noteMailed(news: readonly Finding[], now: number): void {
      for (const { name, well: isWell } of news) {
        const fault = faults.get(name)
        if (isWell) faults.delete(name)
        else if (fault !== undefined) fault.mailedAt = now
      }
    },
    /** Answers Prometheus. */
    listen(host: string, port: number) {
      return createServer(async (_request, response) => {
        response.setHeader('content-type', registry.contentType)
        response.end(await registry.metrics())
      }).listen(port, host)
    },
  }
}

/** The mail to support about findings. */
export function mailAbout(findings: readonly Finding[], settings: Settings): Parameters<Mail['send']>[0] {
  const names = (well: boolean) => findings.filter((finding) => finding.well === well).map(({ name }) => name)
  const parts = [
    ...(names(false).length === 0 ? [] : [`not well: ${names(false).join(', ')}`]),
    ...(names(true).length === 0 ? [] : [`well again: ${names(true).join(', ')}`]),
  ]
  const text = `The doctor checked ${settings.publicUrl}:\n\n${formatFindings(findings)}\ndocs/operations.md says more ("When something is wrong").`
  return {
    id: randomUUID(),
    to: settings.supportEmail,
    subject: `Nerdify is ${parts.join('; ')}`,
    text,
    html: `<pre>${escapeHtml(text)}</pre>`,
  }
}

/** What is counted, in the order in which it is told; the names are those of Prometheus (OPS-03). */
const told = {
  nerdify_http_requests_total: { type: 'counter', help: 'Answered requests, by route and status.' },
  nerdify_http_request_seconds: { type: 'histogram', help: 'How long answers took, by route.' },
  nerdify_background_failures_total: { type: 'counter', help: 'Rounds of background work that failed, by name.' },
  nerdify_database_up: { type: 'gauge', help: 'Whether the database answered this scrape: 1 or 0.' },
  nerdify_outbox_messages: { type: 'gauge', help: 'Messages that wait, are being sent, or could not be sent.' },
  nerdify_outbox_oldest_seconds: { type: 'gauge', help: 'For how long the oldest message that is due has waited.' },
  nerdify_waiting: { type: 'gauge', help: 'What clients wait for, by kind.' },
  nerdify_waiting_late: { type: 'gauge', help: 'What clients wait for and was promised earlier, by kind.' },
  process_resident_memory_bytes: { type: 'gauge', help: 'Resident memory of this process.' },
  process_cpu_seconds_total: { type: 'counter', help: 'User and system CPU time of this process.' },
  process_start_time_seconds: { type: 'gauge', help: 'When this process started, in Unix time.' },
  nodejs_eventloop_lag_seconds: { type: 'gauge', help: 'The 99th percentile of how late the event loop was.' },
} as const satisfies Record<string, { type: 'counter' | 'gauge' | 'histogram'; help: string }>

/** The name of something that is counted. */
type MetricName = keyof typeof told
/** What tells values of one name apart: never a person, an order or a text of theirs. */
export type Labels = Record<string, string | number>

/** Upper ends of the parts of a histogram, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What one process has counted since it started; nothing of it is shared or kept. */
export type Metrics = ReturnType<typeof createMetrics>

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** `{route="/x",status="200"}`; nothing where there are no labels. */
function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** One line of a name, which changes as long as the process runs. */
interface Series {
  text: string
  value: number
}

/** Starts counting. Texts of labels are made once for each series, because each request is counted. */
export function createMetrics() {
  const all = new Map<MetricName, Map<string, Series>>()
  const seriesOf = (name: MetricName, text: string): Series => {
    const ofName = all.get(name) ?? new Map<string, Series>()
    const series = ofName.get(text) ?? { text, value: 0 }
    all.set(name, ofName.set(text, series))
    return series
  }
  return {
    /** The counter of some labels; what it answers adds to it. */
    counter(name: MetricName, labels: Labels = {}) {
      const series = seriesOf(name, name + labelText(labels))
      return (by = 1) => {
        series.value += by
      }
    },
    /** The histogram of some labels; what it answers adds a duration, in seconds. */
    histogram(name: MetricName, labels: Labels) {
      // Each part holds all shorter ones too, and stands there before anything falls into it.
      const parts = [...buckets, Number.POSITIVE_INFINITY].map((end) => {
        const le = end === Number.POSITIVE_INFINITY ? '+Inf' : end
        return { end, series: seriesOf(name, `${name}_bucket${labelText({ ...labels, le })}`) }
      })
      const sum = seriesOf(name, `${name}_sum${labelText(labels)}`)
      const count = seriesOf(name, `${name}_count${labelText(labels)}`)
      return (seconds: number) => {
        for (const { end, series } of parts) if (seconds <= end) series.value += 1
        sum.value += seconds
        count.value += 1
      }
    },
    /** Everything in Prometheus' text form, with the gauges of this moment. */
    render(gauges: readonly { name: MetricName; labels?: Labels; value: number }[]): string {
      const lines = (Object.keys(told) as MetricName[]).flatMap((name) => {
        const counted = [...(all.get(name)?.values() ?? [])].map(({ text, value }) => [text, value] as const)
        const now = gauges
          .filter((gauge) => gauge.name === name)
          .map(({ labels = {}, value }) => [name + labelText(labels), value] as const)
        const series = [...counted, ...now]
        if (series.length === 0) return []
        const { type, help } = told[name]
        return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...series.map(([at, value]) => `${at} ${value}`)]
      })
      return `${lines.join('\n')}\n`
    },
  }
}

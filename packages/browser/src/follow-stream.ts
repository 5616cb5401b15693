/** The connection, the clock and the listeners of {@link followStream} (CAB-08, DESK-01). */
export interface StreamDependencies {
  /** Opens the stream after the message with this id; throws if there is no answer. */
  open: (lastId: string | undefined, signal: AbortSignal) => Promise<Response>
  /** The id of the last message. */
  lastId: { get: () => string | undefined; set: (id: string) => void }
  /** Called with the ids of an event, by its name. */
  on: Readonly<Record<string, (ids: readonly string[]) => void>>
  /** Called when everything may have changed: too much was missed, or there is no stream and the page must poll. */
  reload: () => void
  /** Waits `ms` milliseconds, or until the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * The server sends something every 15 seconds: after this silence the connection is dead, even if the browser shows it
 * as open.
 */
export const silenceMs = 40_000
/** Backoff between tries; without a stream the page polls at this interval. */
const firstPauseMs = 1_000
const longestPauseMs = 30_000

/**
 * Follows a stream of server-sent events until the signal aborts. A broken stream resumes at its last message. Without
 * a stream the page polls, and the connection is retried with backoff. A refused session ends it.
 */
export async function followStream(dependencies: StreamDependencies, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      if (!(await readStream(dependencies, signal, () => (failures = 0)))) return
    } catch {
      failures += 1
    }
    if (signal.aborted) return
    if (failures > 0) dependencies.reload()
    await dependencies.pause(Math.min(longestPauseMs, firstPauseMs * 2 ** failures), signal)
  }
}

/** Reads one stream to its end; false when the session is over. */
async function readStream(dependencies: StreamDependencies, signal: AbortSignal, onData: () => void): Promise<boolean> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const { lastId } = dependencies
    const response = await dependencies.open(lastId.get(), AbortSignal.any([signal, silence.signal]))
    if (response.status === 401 || response.status === 403) return false
    if (!response.ok || response.body === null) throw new Error(`no stream: ${response.status}`)
    const chunks = response.body.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done, value } = await chunks.read()
      if (done) return true
      onData()
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      const messages = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) dispatch(dependencies, message)
    }
  } finally {
    clearTimeout(timer)
  }
}

function dispatch({ on, reload, lastId }: StreamDependencies, message: string): void {
  const event = field(message, 'event')
  if (event === 'reload') reload()
  else if (event !== undefined) on[event]?.(JSON.parse(field(message, 'data') ?? '[]') as string[])
  const id = field(message, 'id')
  if (id !== undefined) lastId.set(id)
}

const field = (message: string, name: string): string | undefined =>
  message
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)

/** Follows a stream while the page is visible; returns the function that stops it. */
export function followWhileVisible(dependencies: Omit<StreamDependencies, 'pause'>): () => void {
  let running: AbortController | undefined
  const stop = () => {
    running?.abort()
    running = undefined
  }
  const update = () => {
    if (document.visibilityState === 'hidden') return stop()
    if (running !== undefined) return
    running = new AbortController()
    void followStream({ ...dependencies, pause }, running.signal)
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    stop()
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

import { testProduct } from './running-product.ts'
import { eventually } from './test-client.ts'

/** A server-sent event. */
interface StreamEvent {
  id: string
  event: string
  ids: string[]
}

const opened: AbortController[] = []
/** Closes the streams of a test. */
export function closeStreams(): void {
  for (const stream of opened.splice(0)) stream.abort()
}

/** Opens a stream as a page does and records it until it ends. */
export async function openStream(path: string, token: string, { lastId, url }: { lastId?: string; url?: string } = {}) {
  const abort = new AbortController()
  opened.push(abort)
  const response = await fetch(`${url ?? (await testProduct()).url}${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
    signal: abort.signal,
  })
  const events: StreamEvent[] = []
  const state: { ended: boolean; beats: number; lastId?: string } = { ended: false, beats: 0 }
  const listen = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1]
        const [id, event, data] = [field('id'), field('event'), field('data')]
        if (id !== undefined) state.lastId = id
        if (/^: still/m.test(message)) state.beats += 1
        if (event !== undefined) events.push({ id: id ?? '', event, ids: JSON.parse(data ?? '[]') })
      }
    }
    state.ended = true
  }
  if (response.ok) listen().catch(() => undefined)
  return {
    response,
    events,
    state,
    /** Waits for an event with an id that was not among the first `before` events. */
    until: (id: string, before = 0) => eventually(async () => events.slice(before).find(({ ids }) => ids.includes(id))),
    close: () => abort.abort(),
  }
}

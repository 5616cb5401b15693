import { noAnswerText } from '@nerdify/browser/failure-text.ts'
import { idempotencyHeader } from '@nerdify/contract/api-paths.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { expect, screen, waitFor } from 'storybook/test'

interface SentWrite {
  address: string
  key: string | null
  body: unknown
}

/** Calls that type and send nothing of a form. */
const ofNoForm = /\/(preview|read)$/

/** Loses the first write of a form on its way, and records them all. */
function loseFirstWrite(): { sent: readonly SentWrite[]; restore: () => void } {
  const sent: SentWrite[] = []
  const { fetch } = window
  window.fetch = (input, init) => {
    const address = String(input)
    const isWrite = address.startsWith(opsPaths.me().replace(/me$/, '')) && (init?.method ?? 'GET') !== 'GET'
    if (!isWrite || ofNoForm.test(address) || String(init?.body).includes('dry_run')) return fetch(input, init)
    const body: unknown = init?.body instanceof FormData ? [...init.body.keys()] : init?.body
    sent.push({ address, key: new Headers(init?.headers).get(idempotencyHeader), body })
    return sent.length === 1 ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init)
  }
  return {
    sent,
    restore() {
      window.fetch = fetch
    },
  }
}

interface OfflinePress {
  /** Sends the form. */
  press: () => Promise<unknown>
  /** Expects the typed words in the form. */
  seeWords: () => Promise<unknown>
}

/**
 * Sends a form while the connection drops, sees the words and a sentence about it, and sends it again: the same call
 * under the same idempotency key, which the server carries out once (API-11).
 */
export async function pressOffline({ press, seeWords }: OfflinePress): Promise<void> {
  const { sent, restore } = loseFirstWrite()
  try {
    await press()
    // A dialog may still be fading in.
    await waitFor(() => expect(screen.getByText(new RegExp(`^${noAnswerText()}`))).toBeVisible())
    await seeWords()
    await press()
    await waitFor(() => expect(sent).toHaveLength(2))
    await expect(sent[1]).toEqual(sent[0])
    await expect(sent[0]?.key).toMatch(/^[\w-]{36}$/)
  } finally {
    restore()
  }
}

import type { CallError } from '@nerdify/contract/error-body.ts'
import { describe, expect, test, vi } from 'vitest'
import { createUploadQueue, type UploadPorts, undoMs } from './upload-queue.ts'

/** Waits for a condition; the default second is too short on a busy machine. */
const until = <Found>(look: () => Found | Promise<Found>): Promise<Found> => vi.waitFor(look, { timeout: 20_000 })

interface Chosen {
  name: string
  size: number
}

/** A queue whose calls and time the test drives. */
function queueByHand(change: Partial<UploadPorts<Chosen>> = {}) {
  const posts: { name: string; progress: (sent: number) => void; end: () => void; fail: () => void }[] = []
  let timers: { at: number; call: () => void }[] = []
  let now = 0
  let ids = 0
  const forgotten: string[] = []
  const begun: string[] = []
  const renewed: string[] = []
  const form = (id: string, filename: string) => ({ id, filename, url: 'b', fields: {}, location: `at ${id}` })
  const queue = createUploadQueue<Chosen>({
    begin: async ({ filename }) => {
      begun.push(filename)
      return form(`u-${filename}`, filename)
    },
    renew: async (id) => {
      renewed.push(id)
      return form(id, 'x')
    },
    arrived: async (id) => ({ id, status: 'ready', text: null }),
    forget: async (id) => forgotten.push(id),
    post: (_form, file, { progress, signal }) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error('network'))
        signal.addEventListener('abort', fail)
        posts.push({ name: file.name, progress, end: resolve, fail })
      }),
    newId: () => String((ids += 1)),
    later: (ms, call) => {
      const timer = { at: now + ms, call }
      timers.push(timer)
      return () => {
        timers = timers.filter((each) => each !== timer)
      }
    },
    ...change,
  })
  return {
    queue,
    posts,
    forgotten,
    begun,
    renewed,
    post: (name: string) =>
      until(() => posts.findLast((each) => each.name === name) ?? Promise.reject(new Error(name))),
    state: () => queue.items().map(({ name, status }) => `${name} ${status}`),
    pass(ms: number) {
      now += ms
      const due = timers.filter((timer) => timer.at <= now)
      timers = timers.filter((timer) => timer.at > now)
      for (const { call } of due) call()
    },
  }
}

const chosen = (name: string, size = 100): Chosen => ({ name, size })

describe('uploads of a screen', () => {
  test('[FILE-01][FILE-02] a file shows its true progress and is loaded once the server has checked it', async () => {
    const hand = queueByHand()
    hand.queue.add([chosen('a.pdf')])
    const post = await hand.post('a.pdf')
    post.progress(60)
    expect(hand.queue.items()[0]).toMatchObject({ status: 'loading', sent: 60, size: 100 })
    // The form's own bytes do not count as the file's.
    post.progress(140)
    expect(hand.queue.items()[0]?.sent).toBe(100)
    post.end()
    await until(() => expect(hand.queue.items()[0]).toMatchObject({ status: 'loaded', location: 'at u-a.pdf' }))
  })

  test('[FILE-02] (ux 43) an upload without progress for 40 s fails; a retry sends only that file', async () => {
    const hand = queueByHand()
    hand.queue.add([chosen('a.pdf'), chosen('b.pdf')])
    const [stuck, other] = [await hand.post('a.pdf'), await hand.post('b.pdf')]
    stuck.progress(60)
    other.end()
    await until(() => expect(hand.state()).toEqual(['a.pdf loading', 'b.pdf loaded']))
    hand.pass(39_999)
    expect(hand.state()[0]).toBe('a.pdf loading')
    hand.pass(1)
    await until(() => expect(hand.state()).toEqual(['a.pdf failed', 'b.pdf loaded']))
    expect(hand.queue.items()[0]).toMatchObject({ text: 'Unknown error', canRetry: true })
    hand.queue.retry('1')
    await until(() => expect(hand.posts.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'a.pdf']))
    expect(hand.renewed).toEqual(['u-a.pdf'])
    hand.posts[2]?.end()
    await until(() => expect(hand.state()).toEqual(['a.pdf loaded', 'b.pdf loaded']))
  })

  test('[FILE-02] a server that does not answer for the form or the arrival counts as no progress', async () => {
    const silent = () => new Promise<never>(() => undefined)
    const unbegun = queueByHand({ begin: silent })
    unbegun.queue.add([chosen('a.pdf')])
    unbegun.pass(40_000)
    await until(() => expect(unbegun.state()).toEqual(['a.pdf failed']))
    const arrived = vi.fn(silent)
    const unseen = queueByHand({ arrived })
    unseen.queue.add([chosen('a.pdf')])
    ;(await unseen.post('a.pdf')).end()
    await until(() => expect(arrived).toHaveBeenCalled())
    unseen.pass(40_000)
    await until(() => expect(unseen.state()).toEqual(['a.pdf failed']))
    // A failed upload can be removed instead.
    unseen.queue.remove('1')
    expect(unseen.state()).toEqual([])
  })

  test('[FILE-02] a retry sends no bytes again if only the answer about the arrival was lost', async () => {
    const unheard: CallError = { status: 0, text: 'Failed to fetch', error_value: null }
    const known: CallError = { status: 409, text: 'We have it.', error_value: null, error_type: 'upload_arrived' }
    const arrived = vi
      .fn(async (id: string) => ({ id, status: 'ready' as const, text: null }))
      .mockRejectedValueOnce(unheard)
    const hand = queueByHand({ arrived, renew: () => Promise.reject(known) })
    hand.queue.add([chosen('a.pdf')])
    ;(await hand.post('a.pdf')).end()
    await until(() => expect(hand.state()).toEqual(['a.pdf failed']))
    hand.queue.retry('1')
    await until(() => expect(hand.queue.items()[0]).toMatchObject({ status: 'loaded', location: 'at u-a.pdf' }))
    expect(arrived.mock.calls).toEqual([['u-a.pdf'], ['u-a.pdf']])
    expect(hand.posts).toHaveLength(1)
  })

  test('[FILE-02] slow progress is no failure', async () => {
    const hand = queueByHand()
    hand.queue.add([chosen('a.pdf')])
    const post = await hand.post('a.pdf')
    for (let sent = 1; sent < 10; sent += 1) {
      hand.pass(39_999)
      post.progress(sent)
    }
    expect(hand.state()).toEqual(['a.pdf loading'])
  })

  test('(ux 43) uploads that the network broke are sent again when it is back', async () => {
    const hand = queueByHand()
    hand.queue.add([chosen('a.pdf'), chosen('run.exe')])
    ;(await hand.post('a.pdf')).fail()
    await until(() => expect(hand.state()).toEqual(['a.pdf failed', 'run.exe error']))
    hand.queue.retryFailed()
    await until(() => expect(hand.posts).toHaveLength(2))
    expect(hand.state()).toEqual(['a.pdf loading', 'run.exe error'])
  })

  test('[FILE-03] (ux 44) a file that a rule refuses is not sent and says why', () => {
    const hand = queueByHand()
    hand.queue.add([chosen('run.exe'), chosen('empty.pdf', 0)])
    expect(hand.queue.items().map(({ text }) => text)).toEqual([
      expect.stringContaining('run.exe is a program'),
      'empty.pdf is 0 bytes. Choose it again.',
    ])
    expect(hand.begun).toEqual([])
    hand.queue.retry('1')
    expect(hand.state()[0]).toBe('run.exe error')
  })

  test('[FILE-03] the twenty-first file is not sent', async () => {
    const hand = queueByHand()
    hand.queue.add(Array.from({ length: 21 }, (_, index) => chosen(`${index}.pdf`)))
    expect(hand.queue.items()[20]).toMatchObject({ status: 'error', text: expect.stringContaining('at most 20 files') })
  })

  test('[FILE-05] three files upload at a time', async () => {
    const hand = queueByHand()
    hand.queue.add(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => chosen(name)))
    await until(() => expect(hand.posts).toHaveLength(3))
    hand.posts[0]?.end()
    await until(() => expect(hand.posts.map(({ name }) => name)).toContain('d.pdf'))
  })

  test('a file that the server refuses, or whose content is wrong, stays with the reason', async () => {
    const refusal: CallError = { status: 422, text: 'a.pdf is refused', error_value: 'filename' }
    const refused = queueByHand({ begin: () => Promise.reject(refusal) })
    refused.queue.add([chosen('a.pdf')])
    await until(() => expect(refused.queue.items()[0]).toMatchObject({ status: 'error', text: 'a.pdf is refused' }))
    const rejected = queueByHand({
      arrived: async (id) => ({ id, status: 'rejected', text: 'a.pdf is not what its name says.' }),
    })
    rejected.queue.add([chosen('a.pdf')])
    ;(await rejected.post('a.pdf')).end()
    await until(() =>
      expect(rejected.queue.items()[0]).toMatchObject({ status: 'error', text: 'a.pdf is not what its name says.' }),
    )
  })

  test('(ux 42) a removed file can be brought back for a while; then the server deletes it', async () => {
    const hand = queueByHand()
    hand.queue.add([chosen('a.pdf')])
    ;(await hand.post('a.pdf')).end()
    await until(() => expect(hand.state()).toEqual(['a.pdf loaded']))
    hand.queue.remove('1')
    expect([hand.state(), hand.queue.removed()?.name]).toEqual([[], 'a.pdf'])
    hand.queue.undo()
    expect([hand.state(), hand.queue.removed()]).toEqual([['a.pdf loaded'], undefined])
    hand.pass(undoMs)
    expect(hand.forgotten).toEqual([])
    hand.queue.remove('1')
    hand.pass(undoMs)
    expect([hand.queue.removed(), hand.forgotten]).toEqual([undefined, ['u-a.pdf']])
  })

  test('[FILE-02] (ux 42) a file removed before leaving the screen is deleted at once, and once', async () => {
    const { queue, post, forgotten, pass, state } = queueByHand()
    queue.add([{ name: 'a.pdf', size: 10 }])
    ;(await post('a.pdf')).end()
    await until(() => expect(state()).toEqual(['a.pdf loaded']))
    queue.remove(String(queue.items()[0]?.id))
    queue.settle()
    expect(forgotten).toEqual(['u-a.pdf'])
    queue.undo()
    pass(undoMs)
    queue.settle()
    expect(state()).toEqual([])
    expect(forgotten).toEqual(['u-a.pdf'])
  })

  test('(ux 42) cancelling aborts an upload', async () => {
    const hand = queueByHand()
    hand.queue.add([chosen('a.pdf')])
    await hand.post('a.pdf')
    hand.queue.remove('1')
    expect(hand.state()).toEqual([])
    hand.pass(0)
    await until(() => expect(hand.forgotten).toEqual(['u-a.pdf']))
  })
})

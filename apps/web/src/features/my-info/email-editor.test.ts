import type { CallError } from '@nerdify/contract/error-body.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEmailEditor, emailProblem } from './email-editor.ts'

const words = { missing: 'missing' }

/** An account with an address, and the editor's requests; `refuse` makes the next saves fail. */
function editing(known = 'old@example.com') {
  const account = {
    known,
    stored: known,
    refuse: undefined as CallError | undefined,
    slow: undefined as Promise<void> | undefined,
  }
  const sent: { email: string; before: string }[] = []
  const editor = createEmailEditor({
    known: () => account.known,
    async save(email, before) {
      sent.push({ email, before })
      await account.slow
      if (account.refuse !== undefined) throw account.refuse
      account.known = email
      account.stored = email
    },
    async refresh() {
      account.known = account.stored
    },
  })
  const problem = () => emailProblem(editor.state(), account.known, words)
  return { account, editor, sent, problem }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('saving', () => {
  test('[AUTH-15] an answer after sign-out does not show to the next person', async () => {
    const { account, editor } = editing()
    const { promise, resolve } = Promise.withResolvers<void>()
    account.slow = promise
    editor.type('new@example.com')
    const saving = editor.submit()
    editor.forget()
    resolve()
    await saving
    expect(editor.state()).toMatchObject({ typed: undefined, saved: false, saving: false })
  })

  test('[INFO-02] neither typing, nor waiting, nor leaving saves', async () => {
    const { editor, sent } = editing()
    for (const typed of ['new@example.co', 'new@example.com']) {
      editor.type(typed)
      editor.blur()
      await vi.advanceTimersByTimeAsync(60_000)
    }
    editor.leave()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual([])
    // The text is still in the field on return.
    expect(editor.state().typed).toBe('new@example.com')
  })

  test('[INFO-02] Submit saves at once, trimmed, and many clicks send one request', async () => {
    const { editor, sent } = editing()
    editor.type(' new@example.com ')
    await Promise.all([editor.submit(), editor.submit(), editor.submit()])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual([{ email: 'new@example.com', before: 'old@example.com' }])
    expect(editor.state()).toMatchObject({ saved: true, saving: false, typed: 'new@example.com' })
  })

  test('[INFO-02] of several addresses submitted within 3 s the first saves at once, the last one later', async () => {
    const { editor, sent } = editing()
    for (const typed of ['one@example.com', 'two@example.com', 'three@example.com']) {
      editor.type(typed)
      await editor.submit()
      await vi.advanceTimersByTimeAsync(900)
    }
    expect(sent.map(({ email }) => email)).toEqual(['one@example.com'])
    await vi.advanceTimersByTimeAsync(300)
    expect(sent.map(({ email }) => email)).toEqual(['one@example.com', 'three@example.com'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(2)
    expect(editor.state()).toMatchObject({ saved: true, typed: 'three@example.com' })
  })

  test.each(['', '   ', 'new', 'new@example', 'me@placeholder.test'])(
    '[INFO-02][INFO-03] %j is not sent by Submit',
    async (typed) => {
      const { editor, sent, problem } = editing()
      editor.type(typed)
      await editor.submit()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sent).toEqual([])
      const asked = typed.trim() === '' ? 'missing' : 'Enter your e-mail'
      expect(problem()).toBe(typed.startsWith('new') ? 'Invalid email' : asked)
    },
  )

  test('[INFO-02] the address that the account has is not sent again', async () => {
    const { editor, sent } = editing()
    editor.type('old@example.com')
    await editor.submit()
    expect(sent).toEqual([])
  })

  test('[INFO-02] focusing after a save clears its note, and so does typing', async () => {
    const { editor } = editing()
    editor.type('new@example.com')
    await editor.submit()
    expect(editor.state().saved).toBe(true)
    editor.focus()
    expect(editor.state().saved).toBe(false)
  })

  test('[INFO-02] an address submitted during a save is saved after it', async () => {
    const { editor, sent, account } = editing()
    const { promise, resolve } = Promise.withResolvers<void>()
    account.slow = promise
    editor.type('first@example.com')
    const first = editor.submit()
    editor.type('second@example.com')
    await editor.submit()
    expect(sent.map(({ email }) => email)).toEqual(['first@example.com'])
    resolve()
    await first
    await vi.advanceTimersByTimeAsync(3000)
    expect(sent.map(({ email }) => email)).toEqual(['first@example.com', 'second@example.com'])
    expect(account.stored).toBe('second@example.com')
  })
})

describe('the error', () => {
  test('[INFO-02] an empty field is a fault while the account has no address', () => {
    expect(editing('').problem()).toBe('missing')
    expect(editing().problem()).toBeUndefined()
  })

  test('[INFO-02] (ux 29) an invalid address shows its error on blur, until the first valid key', () => {
    const { editor, problem } = editing()
    editor.type('new@')
    expect(problem()).toBeUndefined()
    editor.blur()
    expect(problem()).toBe('Invalid email')
    editor.type('new@example.c')
    expect(problem()).toBe('Invalid email')
    editor.type('new@example.co')
    expect(problem()).toBeUndefined()
    editor.type('new@example.')
    expect(problem()).toBeUndefined()
  })

  test('[FLOW-22][INFO-02] the server’s text shows, and the typed address stays', async () => {
    const { editor, problem, account } = editing()
    const text = 'This is our own address. Please enter yours.'
    account.refuse = { status: 422, text, error_value: 'email', error_type: 'email_ours' }
    editor.type('taken@example.com')
    await editor.submit()
    expect(problem()).toBe(text)
    expect(editor.state()).toMatchObject({ typed: 'taken@example.com', saved: false, failure: { again: false } })
    editor.leave()
    expect(editor.state().typed).toBe('taken@example.com')
    editor.type('taken2@example.com')
    expect(problem()).toBeUndefined()
  })

  test('(ux 51) a save without an answer keeps the text and can be retried', async () => {
    const { editor, account, problem } = editing()
    account.refuse = { status: 0, text: 'Failed to fetch', error_value: null }
    editor.type('new@example.com')
    await editor.submit()
    expect(editor.state()).toMatchObject({ typed: 'new@example.com', failure: { again: true } })
    expect(problem()).toBeDefined()
    account.refuse = undefined
    await editor.submit()
    expect(problem()).toBeUndefined()
    expect(editor.state().saved).toBe(true)
  })

  test('[INFO-02] (abuse 40) after a change in another tab the field says so; Submit replaces it', async () => {
    const { editor, account, problem, sent } = editing()
    account.stored = 'other-tab@example.com'
    account.refuse = { status: 409, text: 'changed', error_value: 'email', error_type: 'email_changed' }
    editor.type('mine@example.com')
    await editor.submit()
    expect(problem()).toBe('changed')
    account.refuse = undefined
    await editor.submit()
    expect(sent.map(({ before }) => before)).toEqual(['old@example.com', 'other-tab@example.com'])
    expect(account.stored).toBe('mine@example.com')
  })

  test('[AUTH-15] sign-out forgets everything for the next person', () => {
    const { editor } = editing()
    editor.type('new@')
    editor.forget()
    expect(editor.state().typed).toBeUndefined()
  })
})

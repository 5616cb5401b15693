import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { EngineLocator, EnginePage, EngineRole } from './engine-page.ts'

/** WebKit under a screen of its own, driven by W3C WebDriver: Playwright's protocol needs a WebKit that it has patched. */
export interface WebKit {
  /** Opens a browser without a past. */
  open: (baseUrl: string) => Promise<EnginePage & { close: () => Promise<void> }>
  end: () => Promise<void>
}

/** Longer than any machine takes for a step. */
const limitMs = 60_000

/** How long between two looks. */
const pauseMs = 50

/** What WebDriver says of a part that is moving, covered or just being replaced: look again. */
const passing = /^(no such element|stale element reference|element click intercepted|element not interactable)$/

class WebDriverFault extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** One narrowing of a search, in a form that reaches the page. */
interface Step {
  by: 'role' | 'label' | 'text' | 'css'
  /** A role or a selector. */
  what?: string
  text?: { words: string; isPattern: boolean; flags?: string; isExact: boolean }
}

const textOf = (text: string | RegExp | undefined, isExact = false): Pick<Step, 'text'> =>
  text === undefined
    ? {}
    : {
        text:
          text instanceof RegExp
            ? { words: text.source, flags: text.flags, isPattern: true, isExact }
            : { words: text, isPattern: false, isExact },
      }

/** In the page: the first element that a person can see and that fits all steps. */
function findElement(steps: readonly Step[]): Element | null {
  const roles: Record<string, string> = {
    alert: '[role=alert]',
    article: 'article',
    button: 'button, [role=button]',
    checkbox: 'input[type=checkbox]',
    combobox: '[role=combobox], select',
    dialog: 'dialog, [role=dialog]',
    heading: 'h1, h2, h3, h4',
    link: 'a[href]',
    option: '[role=option]',
    radio: 'input[type=radio], [role=radio]',
    slider: 'input[type=range], [role=slider]',
    textbox: 'input:not([type=checkbox], [type=radio], [type=range], [type=file], [role]), textarea',
  }
  const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const words = (element: Element) => plain((element as HTMLElement).innerText || element.textContent)
  const labels = (element: Element) => {
    const named = element.getAttribute('aria-labelledby')?.split(' ')
    if (named) return plain(named.map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent).join(' '))
    const label = element.getAttribute('aria-label')
    if (label !== null) return plain(label)
    return plain([...((element as HTMLInputElement).labels ?? [])].map(words).join(' '))
  }
  const fits = (text: Step['text'], found: string) => {
    if (text === undefined) return true
    if (text.isPattern) return new RegExp(text.words, text.flags).test(found)
    return text.isExact ? found === text.words : found.toLowerCase().includes(text.words.toLowerCase())
  }
  /** A box may be drawn by its label. */
  const isDrawnByOthers = (element: Element) => /^(checkbox|radio)$/.test((element as HTMLInputElement).type)
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    if (element.closest('[inert], [aria-hidden=true]')) return false
    return (
      (width > 0 && height > 0 && element.checkVisibility({ checkVisibilityCSS: true })) || isDrawnByOthers(element)
    )
  }

  let roots: Element[] = [document.documentElement]
  for (const { by, what, text } of steps) {
    const selector =
      by === 'role'
        ? (roles[what ?? ''] ?? '')
        : by === 'css'
          ? (what ?? '')
          : by === 'label'
            ? 'input, textarea, select'
            : '*'
    roots = roots
      .flatMap((root) => [...root.querySelectorAll(selector)])
      .filter((element) => {
        if (by === 'css') return true
        if (by === 'label') return fits(text, labels(element))
        if (by === 'role') return fits(text, labels(element) || words(element))
        return (
          !/^(HTML|HEAD|BODY|SCRIPT|STYLE|TITLE)$/.test(element.tagName) &&
          fits(text, words(element)) &&
          // The smallest part that holds the words.
          ![...element.children].some((child) => fits(text, words(child)))
        )
      })
      // A file field is often hidden, and drawn by a button.
      .filter((element) => by === 'css' || isSeen(element))
  }
  return roots[0] ?? null
}

/** Repeats a step until it works: what passes is waited out. */
async function untilDone<Answer>(what: string, work: () => Promise<Answer | undefined>): Promise<Answer> {
  const begun = Date.now()
  let last = ''
  while (Date.now() - begun < limitMs) {
    try {
      const answer = await work()
      if (answer !== undefined) return answer
    } catch (thrown) {
      if (!(thrown instanceof WebDriverFault) || !passing.test(thrown.code)) throw thrown
      last = thrown.message
    }
    await new Promise((go) => setTimeout(go, pauseMs))
  }
  throw new Error(`WebKit never saw ${what}. ${last}`)
}

/** The key of an element in WebDriver's answers. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

type Send = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>

/** Runs a function in the page and answers what it returned. */
const inPage = async <Answer>(send: Send, work: unknown, ...args: unknown[]): Promise<Answer> =>
  send('POST', '/execute/sync', { script: `return (${String(work)})(...arguments)`, args })

function locate(send: Send, steps: readonly Step[]): EngineLocator {
  const what = JSON.stringify(steps)
  const find = async () => inPage<Record<string, string> | null>(send, findElement, steps)
  /** Works on the element once it is there; undefined looks again. */
  const act = async <Answer>(work: (id: string, element: Record<string, string>) => Promise<Answer | undefined>) =>
    untilDone(what, async () => {
      const element = await find()
      return element === null ? undefined : work(element[elementKey] ?? '', element)
    })
  const narrow = (step: Step) => locate(send, [...steps, step])

  const click = async () =>
    act(async (id, element) => {
      const isReady = await inPage<boolean>(
        send,
        (target: HTMLElement) => !target.matches(':disabled, [aria-disabled=true]'),
        element,
      )
      if (!isReady) return undefined
      await send('POST', `/element/${id}/click`, {})
      return true
    })

  return {
    async click() {
      await click()
    },
    async check() {
      const isChecked = async () =>
        act(async (_, element) => inPage<boolean>(send, (box: HTMLInputElement) => box.checked, element))
      if (!(await isChecked())) await click()
    },
    async fill(text) {
      await act(async (id, element) => {
        await inPage(
          send,
          (target: HTMLInputElement) => {
            target.focus()
            target.select()
          },
          element,
        )
        await send('POST', `/element/${id}/value`, { text })
        return true
      })
    },
    // WebKit's driver waits for ever at a file field that is hidden, so the page makes the file, as for a drop.
    async setInputFiles(path) {
      const file = { name: basename(path), bytes: readFileSync(path).toString('base64') }
      await act(async (_, element) =>
        inPage<boolean>(
          send,
          (input: HTMLInputElement, { name, bytes }: { name: string; bytes: string }) => {
            const chosen = new DataTransfer()
            const content = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0)
            chosen.items.add(new File([content], name, { type: 'application/pdf' }))
            input.files = chosen.files
            input.dispatchEvent(new Event('change', { bubbles: true }))
            return true
          },
          element,
          file,
        ),
      )
    },
    async waitFor() {
      await act(async () => true)
    },
    innerText: async () =>
      act(async (_, element) => inPage<string>(send, (part: HTMLElement) => part.innerText, element)),
    inputValue: async () =>
      act(async (_, element) => inPage<string>(send, (part: HTMLInputElement) => part.value, element)),
    first: () => locate(send, steps),
    getByRole: (role, { name, exact } = {}) => narrow({ by: 'role', what: role, ...textOf(name, exact) }),
    getByText: (text, { exact } = {}) => narrow({ by: 'text', ...textOf(text, exact) }),
    locator: (selector) => narrow({ by: 'css', what: selector }),
  }
}

/** The page of one session of WebDriver. */
function pageOf(send: Send, baseUrl: string): EnginePage & { close: () => Promise<void> } {
  const at = (step: Step) => locate(send, [step])
  return {
    goto: async (path) => send('POST', '/url', { url: new URL(path, baseUrl).href }),
    getByRole: (role: EngineRole, { name, exact } = {}) => at({ by: 'role', what: role, ...textOf(name, exact) }),
    getByLabel: (text, { exact } = {}) => at({ by: 'label', ...textOf(text, exact) }),
    getByText: (text, { exact } = {}) => at({ by: 'text', ...textOf(text, exact) }),
    locator: (selector) => at({ by: 'css', what: selector }),
    async waitForURL(url) {
      await untilDone(String(url), async () => (url.test(await send<string>('GET', '/url')) ? true : undefined))
    },
    evaluate: async (work, argument) => inPage(send, work, argument),
    async screenshot({ path }) {
      writeFileSync(path, Buffer.from(await send<string>('GET', '/screenshot'), 'base64'))
    },
    close: async () => send('DELETE', ''),
  }
}

/** A port that nobody has. */
const freePort = async (): Promise<number> =>
  new Promise((answer, fail) => {
    const server = createServer().once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => answer(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** Ends a process and waits for it. */
const endProcess = async (child: ChildProcess): Promise<void> =>
  new Promise((answer) => {
    if (child.exitCode !== null || child.signalCode !== null) return answer()
    child.once('exit', () => answer())
    child.kill()
  })

/** Starts a screen, whose number Xvfb chooses, and WebKit's driver on it. */
export async function openWebKit(): Promise<WebKit> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((answer, fail) => {
    screen.once('error', fail)
    screen.once('exit', () => fail(new Error('Xvfb ended')))
    ;(screen.stdio[3] as Readable).once('data', (number: Buffer) => answer(`:${number.toString().trim()}`))
  })
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    // The clients of the journeys live there.
    env: { ...process.env, DISPLAY: display, TZ: 'America/New_York', LANG: 'C.UTF-8' },
    stdio: 'ignore',
  })
  const root = `http://127.0.0.1:${port}`
  await untilDone('WebKitWebDriver', async () =>
    (await fetch(`${root}/status`).catch(() => undefined))?.ok ? true : undefined,
  )

  const request = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(root + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: Answer & { error: string; message: string } }
    if (!response.ok) throw new WebDriverFault(value.error, value.message)
    return value
  }

  return {
    async open(baseUrl) {
      const { sessionId } = await request<{ sessionId: string }>('POST', '/session', { capabilities: {} })
      const send: Send = async (method, path, body) => request(method, `/session/${sessionId}${path}`, body)
      // Its smallest window is 447 pixels wide, which is a phone to the product.
      await send('POST', '/window/rect', { width: 390, height: 844 })
      return pageOf(send, baseUrl)
    },
    async end() {
      await endProcess(driver)
      await endProcess(screen)
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { freePort } from '../../tools/ports.ts'
import { type EngineDriver, type EnginePage, findElement, pageOf } from './engine-page.ts'

/** WebKit on a virtual screen, driven by W3C WebDriver: Playwright's protocol needs its own patched WebKit. */
export interface WebKit {
  /** Opens a browser with an empty profile. */
  open: (baseUrl: string) => Promise<EnginePage>
  end: () => Promise<void>
}

/** WebDriver's errors about an element that moves, is covered or is being replaced: retry. */
const passing = /^(no such element|stale element reference|element click intercepted|element not interactable)$/

class WebDriverFault extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** An element of a page in WebDriver's notation. */
type Reference = Record<string, string>
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

type Send = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>

/** One session of WebDriver. */
function driverOf(send: Send): EngineDriver<Reference> {
  const inPage = async <Answer>(work: unknown, ...args: unknown[]): Promise<Answer> =>
    send('POST', '/execute/sync', { script: `return (${String(work)})(...arguments)`, args })
  const pathOf = (element: Reference) => `/element/${element[elementKey]}`
  return {
    name: 'WebKit',
    isPassing: (thrown) => thrown instanceof WebDriverFault && passing.test(thrown.code),
    find: async (steps) => inPage(findElement, steps),
    run: async (element, work, argument) => inPage(work, element, argument),
    click: async (element) => send('POST', `${pathOf(element)}/click`, {}),
    type: async (element, text) => send('POST', `${pathOf(element)}/value`, { text }),
    // WebKit's driver hangs at a hidden file field, so the page creates the file, as for a drop.
    async chooseFile(element, path) {
      const file = { name: basename(path), bytes: readFileSync(path).toString('base64') }
      await inPage(
        (input: HTMLInputElement, { name, bytes }: { name: string; bytes: string }) => {
          const chosen = new DataTransfer()
          const content = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0)
          chosen.items.add(new File([content], name, { type: 'application/pdf' }))
          input.files = chosen.files
          input.dispatchEvent(new Event('change', { bubbles: true }))
        },
        element,
        file,
      )
    },
    goto: async (url) => send('POST', '/url', { url }),
    url: async () => send('GET', '/url'),
    evaluate: async (work, argument) => inPage(work, argument),
    async screenshot({ path }) {
      writeFileSync(path, Buffer.from(await send<string>('GET', '/screenshot'), 'base64'))
    },
    close: async () => send('DELETE', ''),
  }
}

/** Ends a process and waits for it. */
const endProcess = async (child: ChildProcess): Promise<void> =>
  new Promise((answer) => {
    if (child.exitCode !== null || child.signalCode !== null) return answer()
    child.once('exit', () => answer())
    child.kill()
  })

/** Starts a virtual screen, with a number that Xvfb chooses, and WebKit's driver on it. */
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
    // The time zone of the journeys' clients.
    env: { ...process.env, DISPLAY: display, TZ: 'America/New_York', LANG: 'C.UTF-8' },
    stdio: 'ignore',
  })
  const root = `http://127.0.0.1:${port}`
  while (!(await fetch(`${root}/status`).catch(() => undefined))?.ok) await pause(50)

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
      // Its smallest window is 447 pixels wide, which the product treats as a phone.
      await send('POST', '/window/rect', { width: 390, height: 844 })
      return pageOf(driverOf(send), baseUrl)
    },
    async end() {
      await endProcess(driver)
      await endProcess(screen)
    },
  }
}

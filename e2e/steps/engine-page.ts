/** The roles that journeys through all engines use. */
export type EngineRole =
  | 'alert'
  | 'article'
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'option'
  | 'radio'
  | 'slider'
  | 'textbox'

/** An element of the page, found again at each use: the part of Playwright's locator that journeys need. */
export interface EngineLocator {
  click: () => Promise<void>
  check: () => Promise<void>
  fill: (text: string) => Promise<void>
  setInputFiles: (path: string) => Promise<void>
  /** Waits until it is visible. */
  waitFor: () => Promise<void>
  innerText: () => Promise<string>
  inputValue: () => Promise<string>
  first: () => EngineLocator
  getByRole: (role: EngineRole, options?: { name?: string | RegExp; exact?: boolean }) => EngineLocator
  getByText: (text: string | RegExp, options?: { exact?: boolean }) => EngineLocator
  locator: (selector: string) => EngineLocator
}

/** A page in any engine: the part of Playwright's page that journeys need. */
export interface EnginePage extends Pick<EngineLocator, 'getByRole' | 'getByText' | 'locator'> {
  goto: (path: string) => Promise<unknown>
  getByLabel: (text: string | RegExp, options?: { exact?: boolean }) => EngineLocator
  waitForURL: (url: RegExp) => Promise<void>
  evaluate: <Argument, Answer>(work: (argument: Argument) => Answer, argument: Argument) => Promise<Answer>
  screenshot: (options: { path: string }) => Promise<unknown>
  close: () => Promise<unknown>
}

/** How one engine finds and uses an element; each call may throw a transient error. */
export interface EngineDriver<Element> {
  name: string
  /** Whether an error is transient: the page is changing. */
  isPassing: (thrown: unknown) => boolean
  find: (steps: readonly Step[]) => Promise<Element | null>
  /** Runs a function on the element, in the page. */
  run: <Answer>(
    element: Element,
    work: (target: HTMLElement, argument: unknown) => Answer,
    argument?: unknown,
  ) => Promise<Answer>
  click: (element: Element) => Promise<unknown>
  type: (element: Element, text: string) => Promise<unknown>
  chooseFile: (element: Element, path: string) => Promise<unknown>
  goto: (url: string) => Promise<unknown>
  url: () => Promise<string>
  evaluate: EnginePage['evaluate']
  screenshot: EnginePage['screenshot']
  close: () => Promise<unknown>
}

/** Longer than any machine takes for a step. */
const limitMs = 60_000

/** The time between two polls. */
const pauseMs = 50

/** One filter of a search, serializable for the page. */
export interface Step {
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

/** In the page: the first visible element that matches all steps. */
export function findElement(steps: readonly Step[]): Element | null {
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
  /** A label may draw its box. */
  const isDrawnByOthers = (element: Element) => /^(checkbox|radio)$/.test((element as HTMLInputElement).type)
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    if (element.closest('[inert], [aria-hidden=true]')) return false
    return (
      (width > 0 && height > 0 && element.checkVisibility({ checkVisibilityCSS: true })) || isDrawnByOthers(element)
    )
  }

  // Between two pages there is no root.
  let roots: Element[] = [...document.querySelectorAll(':root')]
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
          // The smallest element that contains the words.
          ![...element.children].some((child) => fits(text, words(child)))
        )
      })
      // A file field is often hidden behind a button.
      .filter((element) => by === 'css' || isSeen(element))
  }
  return roots[0] ?? null
}

/** Retries a step while its errors are transient. */
async function untilDone<Answer>(
  what: string,
  { name, isPassing }: Pick<EngineDriver<unknown>, 'name' | 'isPassing'>,
  work: () => Promise<Answer | undefined>,
): Promise<Answer> {
  const begun = Date.now()
  let last = ''
  while (Date.now() - begun < limitMs) {
    try {
      const answer = await work()
      if (answer !== undefined) return answer
    } catch (thrown) {
      if (!isPassing(thrown)) throw thrown
      last = String(thrown)
    }
    await new Promise((go) => setTimeout(go, pauseMs))
  }
  throw new Error(`${name} never saw ${what}. ${last}`)
}

function locate<Element>(driver: EngineDriver<Element>, steps: readonly Step[]): EngineLocator {
  /** Runs work on the element once it exists; undefined means retry. */
  const act = async <Answer>(work: (element: Element) => Promise<Answer | undefined>) =>
    untilDone(JSON.stringify(steps), driver, async () => {
      const element = await driver.find(steps)
      return element === null ? undefined : work(element)
    })
  const narrow = (step: Step) => locate(driver, [...steps, step])
  const click = async () =>
    act(async (element) => {
      if (await driver.run(element, (target) => target.matches(':disabled, [aria-disabled=true]'))) return undefined
      await driver.click(element)
      return true
    })
  const read = async <Answer>(work: (target: HTMLElement) => Answer) =>
    act(async (element) => driver.run(element, work))

  return {
    async click() {
      await click()
    },
    async check() {
      if (!(await read((box) => (box as HTMLInputElement).checked))) await click()
    },
    async fill(text) {
      await act(async (element) => {
        await driver.run(element, (target) => {
          target.focus()
          ;(target as HTMLInputElement).select()
        })
        await driver.type(element, text)
        return true
      })
    },
    async setInputFiles(path) {
      await act(async (element) => {
        await driver.chooseFile(element, path)
        return true
      })
    },
    async waitFor() {
      await act(async () => true)
    },
    innerText: async () => read((part) => part.innerText),
    inputValue: async () => read((part) => (part as HTMLInputElement).value),
    first: () => locate(driver, steps),
    getByRole: (role, { name, exact } = {}) => narrow({ by: 'role', what: role, ...textOf(name, exact) }),
    getByText: (text, { exact } = {}) => narrow({ by: 'text', ...textOf(text, exact) }),
    locator: (selector) => narrow({ by: 'css', what: selector }),
  }
}

/** A page over a driver; paths are relative to `baseUrl`. */
export function pageOf<Element>(driver: EngineDriver<Element>, baseUrl: string): EnginePage {
  const at = (step: Step) => locate(driver, [step])
  return {
    goto: async (path) => driver.goto(new URL(path, baseUrl).href),
    getByRole: (role, { name, exact } = {}) => at({ by: 'role', what: role, ...textOf(name, exact) }),
    getByLabel: (text, { exact } = {}) => at({ by: 'label', ...textOf(text, exact) }),
    getByText: (text, { exact } = {}) => at({ by: 'text', ...textOf(text, exact) }),
    locator: (selector) => at({ by: 'css', what: selector }),
    async waitForURL(url) {
      await untilDone(String(url), driver, async () => (url.test(await driver.url()) ? true : undefined))
    },
    evaluate: driver.evaluate,
    screenshot: driver.screenshot,
    close: driver.close,
  }
}

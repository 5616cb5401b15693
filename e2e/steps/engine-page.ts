/** The roles that journeys through all engines look for. */
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

/** A part of the page, found again at each use. What Playwright's locator has of it, for WebKit too. */
export interface EngineLocator {
  click: () => Promise<void>
  check: () => Promise<void>
  fill: (text: string) => Promise<void>
  setInputFiles: (path: string) => Promise<void>
  /** Waits until a person can see it. */
  waitFor: () => Promise<void>
  innerText: () => Promise<string>
  inputValue: () => Promise<string>
  first: () => EngineLocator
  getByRole: (role: EngineRole, options?: { name?: string | RegExp; exact?: boolean }) => EngineLocator
  getByText: (text: string | RegExp, options?: { exact?: boolean }) => EngineLocator
  locator: (selector: string) => EngineLocator
}

/** A page in any engine: what Playwright's page has of it, for WebKit too. */
export interface EnginePage extends Pick<EngineLocator, 'getByRole' | 'getByText' | 'locator'> {
  goto: (path: string) => Promise<unknown>
  getByLabel: (text: string | RegExp, options?: { exact?: boolean }) => EngineLocator
  waitForURL: (url: RegExp) => Promise<void>
  evaluate: <Argument, Answer>(work: (argument: Argument) => Answer, argument: Argument) => Promise<Answer>
  screenshot: (options: { path: string }) => Promise<unknown>
}

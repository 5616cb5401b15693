import { afterEach, expect, test, vi } from 'vitest'
import { reloadOnceAnswered } from './reload-once-answered.ts'

/** Loads a script that does not exist, until it has failed. */
const failToLoad = (src: string) =>
  new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), { type: 'module', onerror: resolve })
    script.setAttribute('src', src)
    document.head.append(script)
  })

afterEach(() => {
  history.replaceState(null, '')
  vi.restoreAllMocks()
})

// First: what the other test begins goes on.
test('[EASE-12] a page whose scripts never arrive is reloaded at most five times', async () => {
  history.replaceState({ reloads: 5 }, '')
  const asked = vi.spyOn(window, 'fetch')
  reloadOnceAnswered('without scripts', 600_000, vi.fn())
  await failToLoad('/assets/none.js')
  window.dispatchEvent(new Event('online'))
  expect(asked).not.toHaveBeenCalled()
})

test('[EASE-12] a page whose scripts fail to load is reloaded once the server answers', async () => {
  const asked = vi.spyOn(window, 'fetch')
  const reload = vi.fn()
  reloadOnceAnswered('without scripts', 600_000, reload)
  await failToLoad('/of-an-extension/none.js')
  window.dispatchEvent(new Event('online'))
  expect(asked).not.toHaveBeenCalled()
  await failToLoad('/assets/none.js')
  await failToLoad('/assets/other.js')
  window.dispatchEvent(new Event('online'))
  expect(asked).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(history.state).toEqual({ reloads: 1 })
})

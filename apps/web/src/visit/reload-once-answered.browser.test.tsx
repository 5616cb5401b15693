import { expect, test, vi } from 'vitest'
import { reloadOnceAnswered } from './reload-once-answered.ts'

/** Loads a script that does not exist, until it has failed. */
const failToLoad = (src: string) =>
  new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), { type: 'module', onerror: resolve })
    script.setAttribute('src', src)
    document.head.append(script)
  })

test('[EASE-12] a page whose scripts fail to load is reloaded once the server answers', async () => {
  const reload = vi.fn()
  reloadOnceAnswered('without scripts', 600_000, reload)
  await failToLoad('/of-an-extension/none.js')
  window.dispatchEvent(new Event('online'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(reload).not.toHaveBeenCalled()
  await failToLoad('/assets/none.js')
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
})

import '../frame/install/install-prompt.ts'
import { startPaths } from '@nerdify/contract/start-paths.ts'
import { signInEntry } from '../features/sign-in/sign-in-entry.ts'
import { StartCode, Component as StartScreen } from '../features/sign-in/StartScreen.tsx'
import { Frame } from '../frame/Frame.tsx'
import { loadAheadBy } from '../frame/load-ahead.ts'
import { PublicLayout } from '../frame/PublicLayout.tsx'
import { showPage, takeover } from '../visit/show-page.ts'
import { PageRouter } from './router.tsx'

const screens = [Frame, PublicLayout, StartScreen]

/**
 * Shows `/start`, a bundle of its own (DOOR-01); the app continues in the same page. The build writes the URLs of the
 * app's script and of the order form's scripts to attributes of the root.
 */
async function start(root: HTMLElement): Promise<void> {
  const { app = '', later = '' } = root.dataset
  // Loads the order form's code while the text message is on its way (EASE-01).
  const preload = async () => {
    for (const href of later.split(' ')) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
  }
  loadAheadBy({ code: preload, data: () => undefined })
  const isAtCode = signInEntry(window.history.state?.usr).sent !== undefined
  if (isAtCode) await StartCode.preload().catch(() => undefined)
  const leave = () => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    import(/* @vite-ignore */ app).catch(() => window.location.reload())
  }
  const page = showPage(root, startPaths.start(), <PageRouter screens={screens} leave={leave} />)
  root.addEventListener(takeover, () => {
    // The content stays until the app's first screen replaces it.
    const content = [...root.childNodes]
    page.unmount()
    root.append(...content)
    // The buttons of the consent popup no longer work, and the app asks again.
    root.querySelector('[role=dialog]')?.remove()
    delete root.dataset.route
  })
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
void start(root)

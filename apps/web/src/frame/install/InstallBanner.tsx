import { useState, useSyncExternalStore } from 'react'
import { localStore, tabStore } from '@nerdify/browser/browser-storage.ts'
import { installTexts } from '../../texts/install.ts'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { SmartphoneIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Wrap } from '@nerdify/ui/page/Layout.tsx'
import { useWide } from '../use-wide.ts'
import styles from './InstallBanner.module.css'
import { closeInstallOffer, installOffer } from './install-offer.ts'
import { installPrompt } from './install-prompt.ts'

/** An iPad reports itself as a Mac, but has touch points. */
const isIos = () =>
  /iphone|ipad|ipod/i.test(navigator.userAgent) || (/mac/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** "Add to home screen" below the list of orders (UI-05): with the browser's prompt, on iOS with written steps. */
export function Component() {
  const prompt = useSyncExternalStore(installPrompt.follow, installPrompt.get)
  const isPhone = !useWide()
  const [isClosed, setClosed] = useState(false)
  const device = { isPhone, isInstalled: isInstalled(), isIos: isIos(), canPrompt: prompt !== undefined }
  const offer = isClosed ? undefined : installOffer(device, localStore, tabStore)
  if (offer === undefined) return null

  const close = () => {
    closeInstallOffer(localStore)
    setClosed(true)
  }
  const showPrompt = async () => {
    // The browser shows a prompt only once.
    installPrompt.set(undefined)
    await prompt?.prompt()
  }
  return (
    <aside className={styles.place} aria-label={installTexts.title}>
      <Wrap>
        <Banner
          icon={<SmartphoneIcon />}
          title={installTexts.title}
          onClose={close}
          actions={
            offer === 'prompt' && (
              <Button size="small" onClick={() => void showPrompt()}>
                {installTexts.add}
              </Button>
            )
          }
        >
          {offer === 'prompt' ? installTexts.text : installTexts.steps}
        </Banner>
      </Wrap>
    </aside>
  )
}

import { BlankScreen } from '../../frame/BlankScreen.tsx'
import { offlineTexts } from '../../texts/offline.ts'
import { buttonClass } from '@nerdify/ui/actions/Button.tsx'

/** The service worker's answer for a page that it cannot fetch; works without scripts (UI-05). */
export const Component = () => (
  <BlankScreen
    {...offlineTexts}
    actions={
      // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address is the same one again, whichever it is
      <a href="" className={buttonClass({ variant: 'primary', block: 'phone' })}>
        {offlineTexts.tryAgain}
      </a>
    }
  />
)

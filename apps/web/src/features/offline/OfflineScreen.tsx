import { useScreenTitle } from '../../frame/screen-title.ts'
import { offlineTexts } from '../../texts/offline.ts'
import { Blank } from '../../ui/Blank.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Wrap } from '../../ui/Layout.tsx'
import { Main } from '../../ui/PageFrame.tsx'

/** What the service worker answers in the place of a page that it cannot fetch: readable without any script (UI-05). */
export function Component() {
  useScreenTitle(offlineTexts.title)
  return (
    <Main>
      <Wrap>
        <Blank
          head={offlineTexts.head}
          mark={offlineTexts.headNote}
          title={offlineTexts.title}
          level={1}
          actions={
            // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address is the same one again, whichever it is
            <a href="" className={buttonClass({ variant: 'primary', block: 'phone' })}>
              {offlineTexts.tryAgain}
            </a>
          }
        >
          {offlineTexts.lead}
        </Blank>
      </Wrap>
    </Main>
  )
}

import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link } from 'react-router'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { notFoundTexts } from '../../texts/not-found.ts'
import { Blank } from '../../ui/Blank.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Wrap } from '../../ui/Layout.tsx'
import { Main } from '../../ui/PageFrame.tsx'

/** Any path that does not exist (PUB-08). */
export function Component() {
  useScreenTitle(notFoundTexts.title)
  return (
    <Main>
      <Wrap>
        <Blank
          head={notFoundTexts.head}
          mark={notFoundTexts.headNote}
          title={notFoundTexts.oops}
          level={1}
          actions={
            <>
              <Link to={webPaths.login()} className={buttonClass({ variant: 'primary', block: 'phone' })}>
                {notFoundTexts.login}
              </Link>
              <Link to={webPaths.contactUs()} className={buttonClass({ block: 'phone' })}>
                {notFoundTexts.contactUs}
              </Link>
            </>
          }
        >
          {notFoundTexts.lead}
        </Blank>
      </Wrap>
    </Main>
  )
}

import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Link } from 'react-router'
import { BlankScreen } from '../../frame/BlankScreen.tsx'
import { notFoundTexts } from '../../texts/not-found.ts'
import { buttonClass } from '../../ui/actions/Button.tsx'

/** Any path that does not exist (PUB-08). */
export const Component = () => (
  <BlankScreen
    {...notFoundTexts}
    heading={notFoundTexts.oops}
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
  />
)

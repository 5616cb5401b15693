import { webPaths } from '@nerdify/contract/web-paths.ts'
import { ButtonLink } from '../../frame/links.tsx'
import { BlankScreen } from '../../frame/BlankScreen.tsx'
import { notFoundTexts } from '../../texts/not-found.ts'
/** Any path that does not exist (PUB-08). */
export const Component = () => (
  <BlankScreen
    {...notFoundTexts}
    heading={notFoundTexts.oops}
    actions={
      <>
        <ButtonLink to={webPaths.login()} variant="primary" block="phone">
          {notFoundTexts.login}
        </ButtonLink>
        <ButtonLink to={webPaths.contactUs()} block="phone">
          {notFoundTexts.contactUs}
        </ButtonLink>
      </>
    }
  />
)

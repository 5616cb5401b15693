import { failureText } from '@nerdify/browser/failure-text.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { FailureBanner } from '@nerdify/ui/surfaces/FailureBanner.tsx'
import { Skeleton, SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { useLocation } from 'react-router'
import { useVisitor } from './api/queries.ts'
import { DeskFrame } from './frame/DeskFrame.tsx'
import { LinkScreen } from './features/sign-in/LinkScreen.tsx'
import { SignInScreen } from './features/sign-in/SignInScreen.tsx'
import { Screens } from './Screens.tsx'
import { frameTexts } from './texts/frame.ts'

/** The whole desk, inside a router: the sign-in, or a person's screens. */
export function App() {
  const { pathname, hash } = useLocation()
  return pathname === deskPaths.signIn() && hash !== '' ? <LinkScreen /> : <Desk />
}

function Desk() {
  const { data: visitor, error, refetch, isFetching } = useVisitor()
  if (visitor === undefined) {
    return (
      <Main>
        {error ? (
          <FailureBanner
            title={frameTexts.failed}
            busy={isFetching && frameTexts.loading}
            onRetry={() => void refetch()}
          >
            {failureText(error)}
          </FailureBanner>
        ) : (
          <Skeleton label={frameTexts.loading}>
            <SkeletonBar width="half" height="title" />
          </Skeleton>
        )}
      </Main>
    )
  }
  if (visitor === 'signed out' || visitor === 'session ended') {
    return <SignInScreen hasEnded={visitor === 'session ended'} />
  }
  // A new person gets empty forms, without the previous person's words (DESK-07).
  return (
    <DeskFrame key={visitor.id} me={visitor}>
      <Screens me={visitor} />
    </DeskFrame>
  )
}

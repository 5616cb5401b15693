import { failureText } from '@nerdify/browser/failure-text.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { FailureBanner } from '@nerdify/ui/surfaces/FailureBanner.tsx'
import { Skeleton, SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { Link, Route, Routes, useLocation } from 'react-router'
import { useVisitor } from './api/queries.ts'
import { DeskFrame } from './frame/DeskFrame.tsx'
import { useScreenTitle } from './frame/screen-title.ts'
import { OrderScreen } from './features/order/OrderScreen.tsx'
import { ClientScreen } from './features/clients/ClientScreen.tsx'
import { FindScreen } from './features/clients/FindScreen.tsx'
import { ConversationsScreen } from './features/conversations/ConversationsScreen.tsx'
import { QueueScreen } from './features/queue/QueueScreen.tsx'
import { LinkScreen } from './features/sign-in/LinkScreen.tsx'
import { SignInScreen } from './features/sign-in/SignInScreen.tsx'
import { frameTexts } from './texts/frame.ts'

/** The whole desk, inside a router: the sign-in, or a person's screens. */
export function App() {
  const { pathname, hash } = useLocation()
  return pathname === deskPaths.signIn() && hash !== '' ? <LinkScreen /> : <Screens />
}

function Screens() {
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
  return (
    <DeskFrame me={visitor}>
      <Routes>
        <Route path={deskPaths.queue()} element={<QueueScreen me={visitor} />} />
        <Route path={deskPaths.order(':idOrNumber')} element={<OrderScreen me={visitor} />} />
        <Route path={deskPaths.find()} element={<FindScreen />} />
        <Route path={deskPaths.client(':id')} element={<ClientScreen me={visitor} />} />
        <Route path={deskPaths.conversations()} element={<ConversationsScreen me={visitor} />} />
        <Route path={deskPaths.conversation(':id')} element={<ConversationsScreen me={visitor} />} />
        <Route path="*" element={<Missing />} />
      </Routes>
    </DeskFrame>
  )
}

function Missing() {
  useScreenTitle(frameTexts.missing)
  return (
    <Blank
      level={1}
      head={frameTexts.desk}
      title={frameTexts.missing}
      actions={
        <Link className={buttonClass()} to={deskPaths.queue()}>
          {frameTexts.toQueue}
        </Link>
      }
    >
      {frameTexts.missingLead}
    </Blank>
  )
}

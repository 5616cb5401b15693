import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Brand, brandClass } from '@nerdify/ui/page/Brand.tsx'
import { Main, PageFrame, SkipLink } from '@nerdify/ui/page/PageFrame.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { api } from '../api/client.ts'
import { changeVisitor } from '../api/queries.ts'
import { frameTexts, roleNames } from '../texts/frame.ts'
import styles from './DeskFrame.module.css'

/** The page around every screen of a signed-in person: dividers of a card index, the person, and the way out. */
export const DeskFrame = ({ me, children }: { me: OperatorAnswer; children: ReactNode }) => (
  <PageFrame>
    <SkipLink />
    <header className={styles.top}>
      <div className={styles.inner}>
        <Link className={brandClass()} to={deskPaths.queue()}>
          <Brand />
          <small>{frameTexts.desk}</small>
        </Link>
        <nav className={styles.tabs} aria-label={frameTexts.nav}>
          <NavLink to={deskPaths.queue()} end>
            {frameTexts.queue}
          </NavLink>
          <NavLink to={deskPaths.conversations()}>{frameTexts.conversations}</NavLink>
        </nav>
        <Person me={me} />
      </div>
    </header>
    <Main layout="bare">
      <div className={styles.main}>{children}</div>
    </Main>
  </PageFrame>
)

function Person({ me }: { me: OperatorAnswer }) {
  const queryClient = useQueryClient()
  const signOut = useMutation({
    mutationFn: api.signOut,
    onSuccess: () => changeVisitor(queryClient, 'signed out'),
  })
  return (
    <div className={styles.person}>
      <p>
        <b>{me.name}</b>
        <span>{roleNames[me.role]}</span>
      </p>
      <Button
        size="small"
        variant="quiet"
        busy={signOut.isPending && frameTexts.signingOut}
        onClick={() => signOut.mutate()}
      >
        {frameTexts.signOut}
      </Button>
    </div>
  )
}

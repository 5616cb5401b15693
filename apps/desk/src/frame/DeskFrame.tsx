import { failureText } from '@nerdify/browser/failure-text.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Brand, brandClass } from '@nerdify/ui/page/Brand.tsx'
import { Main, PageFrame, SkipLink } from '@nerdify/ui/page/PageFrame.tsx'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { useKeptFocus } from '@nerdify/ui/use-kept-focus.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Link, NavLink, useLocation, useNavigate, useNavigationType } from 'react-router'
import { api, serverNow } from '../api/client.ts'
import { useLiveUpdates } from '../api/live-updates.ts'
import { changeVisitor, useQueueCounts } from '../api/queries.ts'
import { forgetUploads, keepUploadsOf } from '../api/uploads.ts'
import { frameTexts, roleNames } from '../texts/frame.ts'
import { findWish } from './find-wish.ts'
import { useKeys } from './keys-setting.ts'
import { useQueueNews } from './queue-news.ts'
import { forgetStoredWords } from './stored-words.ts'
import { useTypedWords } from '@nerdify/browser/use-typed-words.ts'
import styles from './DeskFrame.module.css'

/** The page around every screen of a signed-in person: dividers of a card index, the person, and the sign-out. */
export function DeskFrame({ me, children }: { me: OperatorAnswer; children: ReactNode }) {
  useLiveUpdates()
  useKeptFocus({ within: 'body', pauseMs: 0 })
  usePageTop()
  useQueueNews()
  useEffect(() => keepUploadsOf(me.id), [me.id])
  const { data: counts } = useQueueCounts({ isQueue: useLocation().pathname === deskPaths.queue() })
  return (
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
              <span>{frameTexts.queue}</span>
              <Count>{counts?.waits}</Count>
            </NavLink>
            <NavLink to={deskPaths.conversations()}>
              <span>{frameTexts.conversations}</span>
              <Count>{counts?.conversations}</Count>
            </NavLink>
            <NavLink to={deskPaths.nerds()}>{frameTexts.nerds}</NavLink>
            <NavLink to={deskPaths.coupons()}>{frameTexts.coupons}</NavLink>
            <NavLink to={deskPaths.prices()}>{frameTexts.prices}</NavLink>
            {may(me.role, 'read the books') && <NavLink to={deskPaths.books()}>{frameTexts.books}</NavLink>}
            {may(me.role, 'read the log') && <NavLink to={deskPaths.log()}>{frameTexts.log}</NavLink>}
            {may(me.role, 'change staff') && <NavLink to={deskPaths.staff()}>{frameTexts.staff}</NavLink>}
          </nav>
          <Find />
          <Clock zone={me.company_zone} />
          <Person me={me} />
        </div>
      </header>
      <Main layout="bare">
        <div className={styles.main}>{children}</div>
      </Main>
    </PageFrame>
  )
}

/** Begins each page at its top (DESK-08); on Back and Forward the browser restores the position. */
function usePageTop(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current !== pathname && type !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' })
    shown.current = pathname
  }, [pathname, type])
}

/** The number of waits behind a divider; hidden while unknown or zero. */
const Count = ({ children }: { children: number | undefined }) =>
  children !== undefined &&
  children > 0 && (
    <span className={styles.count}>
      <span>{children}</span>
      <VisuallyHidden>{frameTexts.waiting}</VisuallyHidden>
    </span>
  )

/** The time limit for the second key of `g q`, in ms. */
const goLimitMs = 1_500

/** `g` and another key open a screen from anywhere. */
function useGoKeys(): void {
  const navigate = useNavigate()
  const begunAt = useRef(-Infinity)
  const go = (path: string) => () => {
    if (performance.now() - begunAt.current < goLimitMs) void navigate(path)
  }
  useKeys({
    g() {
      begunAt.current = performance.now()
    },
    q: go(deskPaths.queue()),
    c: go(deskPaths.conversations()),
    b: go(deskPaths.books()),
  })
}

/** The global search (DESK-03): it shows results while a person types; Enter opens the first one. */
function Find() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const isFinding = pathname === deskPaths.find()
  const q = isFinding ? (new URLSearchParams(search).get('q') ?? '') : ''
  const [words, setWords] = useTypedWords({
    addressFilter: q,
    onFilter(typed) {
      if (typed !== '' || isFinding)
        void navigate(`${deskPaths.find()}?${new URLSearchParams({ q: typed })}`, { replace: isFinding })
    },
  })
  useKeys({ '/': () => field.current?.focus() })
  useGoKeys()
  return (
    <search className={styles.find}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          findWish.set(words.trim())
        }}
      >
        <TextField
          ref={field}
          type="search"
          label={frameTexts.find}
          hideLabel
          placeholder={frameTexts.findHint}
          value={words}
          onChange={({ currentTarget }) => {
            findWish.set(undefined)
            setWords(currentTarget.value)
          }}
          onBlur={() => findWish.set(undefined)}
        />
      </form>
    </search>
  )
}

/** The company's clock: every time without a place uses its zone. */
function Clock({ zone }: { zone: string }) {
  const now = useClock(serverNow)
  const dates = dateWords(zone)
  return (
    <p className={styles.clock}>
      <b>{dates.timeOfZone(now)}</b>
      <span>{dates.date(now, now)}</span>
    </p>
  )
}

function Person({ me }: { me: OperatorAnswer }) {
  const queryClient = useQueryClient()
  const signOut = useMutation({
    mutationFn: api.signOut,
    onSuccess() {
      forgetStoredWords()
      forgetUploads()
      return changeVisitor(queryClient, 'signed out')
    },
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
      <div role="status">{signOut.error && <ErrorText>{failureText(signOut.error)}</ErrorText>}</div>
    </div>
  )
}

import { failureText } from '@nerdify/browser/failure-text.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { visuallyHiddenClass } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { CardSkeleton } from '@nerdify/ui/surfaces/Card.tsx'
import { FailureBanner } from '@nerdify/ui/surfaces/FailureBanner.tsx'
import { Skeleton } from '@nerdify/ui/surfaces/Skeleton.tsx'
import type { Elements } from '@nerdify/ui/elements.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { frameTexts } from '../texts/frame.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { useKeys } from './keys-setting.ts'
import { useScreenTitle } from './screen-title.ts'
import styles from './ScreenParts.module.css'

interface ScreenHeadProps {
  title: string
  /** A line after the title. */
  lead?: ReactNode
  /** The screen's own keys. */
  keys?: Parameters<typeof KeysDialog>[0]['keys']
  /** Buttons and links at the end. */
  children?: Elements
}

/** The heading of a screen; every screen lists its keys. */
export const ScreenHead = ({ title, lead, keys = [], children }: ScreenHeadProps) => (
  <div className={styles.head}>
    <h1 tabIndex={-1} dir="auto">
      {title}
    </h1>
    <span>{lead}</span>
    <div className={styles.steps}>
      <KeysButton keys={keys} />
      {children}
    </div>
  </div>
)

/** The button and the key that show all keys of a screen. */
export function KeysButton({ keys }: { keys: NonNullable<ScreenHeadProps['keys']> }) {
  const [isOpen, setIsOpen] = useState(false)
  useKeys({ '?': () => setIsOpen(true) })
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsOpen(true)}>
        {frameTexts.keys}
      </Button>
      {isOpen && <KeysDialog keys={keys} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface ReadStateProps {
  query: Pick<UseQueryResult<unknown, CallError>, 'error' | 'isPending' | 'isFetching' | 'data' | 'dataUpdatedAt'> & {
    refetch: () => unknown
  }
  texts: { loading: string; failed: string }
  /** The company's time zone (IANA): a live screen that was read before shows since when it is not live. */
  zone?: string
  lines?: number
}

/** {@link ReadState} of a screen whose title and heading come with its data. */
export const ScreenReadState = (props: ReadStateProps) => (
  <>
    {props.query.error && props.query.data === undefined && <FailedHeading title={props.texts.failed} />}
    <ReadState {...props} />
  </>
)

function FailedHeading({ title }: { title: string }) {
  useScreenTitle(title)
  return (
    <h1 tabIndex={-1} className={visuallyHiddenClass()}>
      {title}
    </h1>
  )
}

/** A read without an answer: why it failed, or the skeleton of its lines. */
export const ReadState = ({ query, texts, zone, lines = 8 }: ReadStateProps) =>
  query.error ? (
    <FailureBanner
      {...(zone === undefined || query.data === undefined
        ? { title: texts.failed }
        : { title: frameTexts.notLive(dateWords(zone).timeOfZone(query.dataUpdatedAt)), retry: frameTexts.tryNow })}
      busy={query.isFetching && frameTexts.trying}
      onRetry={() => void query.refetch()}
    >
      {failureText(query.error)}
    </FailureBanner>
  ) : (
    query.isPending && (
      <Skeleton label={texts.loading}>
        <CardSkeleton lines={lines} />
      </Skeleton>
    )
  )

interface MoreRowsProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** The button below a list that has another page. */
export const MoreRows = ({ list }: MoreRowsProps) =>
  list.hasNextPage && (
    <div>
      <Button
        size="small"
        busy={list.isFetchingNextPage && frameTexts.loadingMore}
        onClick={() => void list.fetchNextPage()}
      >
        {frameTexts.more}
      </Button>
    </div>
  )

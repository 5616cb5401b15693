import type { ReactNode } from 'react'
import { Blank } from '../ui/surfaces/Blank.tsx'
import { Wrap } from '../ui/page/Layout.tsx'
import { Main } from '../ui/page/PageFrame.tsx'
import { useScreenTitle } from './screen-title.ts'

interface BlankScreenProps {
  /** The title of the page; `heading` is shown where it is another. */
  title: string
  heading?: string
  head: string
  headNote?: ReactNode
  lead: string
  actions: ReactNode
}

/** A page that has nothing to show: says why, and where to go on. */
export function BlankScreen({ title, heading = title, head, headNote, lead, actions }: BlankScreenProps) {
  useScreenTitle(title)
  return (
    <Main>
      <Wrap>
        <Blank head={head} mark={headNote} title={heading} level={1} actions={actions}>
          {lead}
        </Blank>
      </Wrap>
    </Main>
  )
}

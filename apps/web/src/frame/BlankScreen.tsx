import type { ReactNode } from 'react'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { Wrap } from '@nerdify/ui/page/Layout.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { useScreenTitle } from './screen-title.ts'

interface BlankScreenProps {
  /** The page's title; `heading` replaces it on the screen. */
  title: string
  heading?: string
  head: string
  headNote?: ReactNode
  lead: string
  actions: ReactNode
}

/** A page without content that says why and links to the next step. */
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

import type { ReactNode } from 'react'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { Stack, Text, Wrap } from '../../ui/page/Layout.tsx'
import { Main } from '../../ui/page/PageFrame.tsx'
import styles from './PolicyPage.module.css'

/** A page of rules: one reading column in the middle. */
export function PolicyPage({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  useScreenTitle(title)
  return (
    <Main>
      <Wrap>
        <div className={styles.column}>
          <Stack gap={5}>
            <Stack gap={2}>
              <h1>{title}</h1>
              {note !== undefined && <Text look="muted">{note}</Text>}
            </Stack>
            {children}
          </Stack>
        </div>
      </Wrap>
    </Main>
  )
}

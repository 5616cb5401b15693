import type { ComponentProps, ReactNode } from 'react'
import { Stack, Wrap } from '@nerdify/ui/page/Layout.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'

interface ColumnPageProps extends Pick<ComponentProps<typeof Wrap>, 'narrow'> {
  busy?: boolean
  children: ReactNode
}

/** The main region of a page with one column. */
export const ColumnPage = ({ narrow = false, busy = false, children }: ColumnPageProps) => (
  <Main busy={busy}>
    <Wrap narrow={narrow}>
      <Stack gap={5}>{children}</Stack>
    </Wrap>
  </Main>
)

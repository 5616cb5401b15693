import { ColumnPage } from '../../frame/ColumnPage.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import type { Elements } from '@nerdify/ui/elements.ts'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'

/** A policy in one centered reading column. */
export function PolicyPage({ title, note, children }: { title: string; note?: string; children: Elements }) {
  useScreenTitle(title)
  return (
    <ColumnPage narrow="page">
      <Stack gap={2}>
        <h1>{title}</h1>
        {note !== undefined && <Text look="muted">{note}</Text>}
      </Stack>
      {children}
    </ColumnPage>
  )
}

import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { sizeInKb } from '@nerdify/domain/files/file-limits.ts'
import { shownExtension } from '@nerdify/domain/files/file-name.ts'
import { orderFileTypes } from '@nerdify/domain/files/order-files.ts'
import { useQuery } from '@tanstack/react-query'
import { api, serverNow } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'
import { filesTexts } from '../../../texts/cabinet-overlays.ts'
import { type FileRow, FileRows } from '@nerdify/ui/fields/FileRows.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { Skeleton, SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { LoadError } from './LoadError.tsx'

/** File links work for ten minutes (FILE-04): an open list refetches them earlier. */
const renewMs = 8 * 60_000

/** The files of an order by their sender, each with a download link (CAB-05, STATE-12). */
export function FileGroups({ order }: { order: Order }) {
  const files = useQuery({
    queryKey: queryKeys.orderFiles(order._id),
    queryFn: () => api.orderFiles(order._id),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: renewMs,
    gcTime: 0,
  })
  if (files.isError && files.data === undefined) return <LoadError query={files} />
  if (files.data === undefined) {
    return (
      <Skeleton label={filesTexts.loading}>
        <SkeletonBar width="full" height="control" />
        <SkeletonBar width="full" height="control" />
      </Skeleton>
    )
  }
  const from = (who: 'nerd' | 'client') => files.data.filter(({ type }) => orderFileTypes[type] === who)
  const groups = [
    { label: filesTexts.fromNerd, files: from('nerd').toReversed() },
    { label: filesTexts.fromYou, files: from('client').toReversed() },
  ].filter((group) => group.files.length > 0)
  if (groups.length === 0) return <p>{order.isCanShowStatusBar ? filesTexts.noneYet : filesTexts.none}</p>
  return groups.map((group) => (
    <Stack key={group.label} gap={2}>
      <h3>{group.label}</h3>
      <FileRows label={group.label} files={group.files.map(rowOf)} />
    </Stack>
  ))
}

const rowOf = (file: OrderFile): FileRow => ({
  id: file._id,
  name: file.name,
  ext: shownExtension(file.name),
  sizeText: sizeInKb(file.size),
  status: 'loaded',
  href: file.location ?? undefined,
  note: [
    filesTexts.kind[file.type],
    ownDates.day(Date.parse(file.created_at), serverNow()),
    ...(file.location === null ? [filesTexts.scanning] : []),
  ].join(' · '),
})

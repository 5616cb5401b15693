import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, serverNow } from '../api/client.ts'
import { livePauseMs } from '../api/queries.ts'
import { frameTexts } from '../texts/frame.ts'
import { isNotifyOn } from './notify-setting.ts'
import { titleNews } from './screen-title.ts'

/** Late waits, and those that began while the tab was in the background. */
export interface QueueNews {
  late: number
  fresh: number
}

/** Whether more is late or new than at the last read; the first read has nothing to compare. */
export const hasGrown = (before: QueueNews | undefined, now: QueueNews): boolean =>
  before !== undefined && (now.late > before.late || now.fresh > before.fresh)

/** The maximum error of this device about the server's clock, in ms: its `Date` header has whole seconds. */
const clockErrorMs = 2_000

/**
 * Since when the tab is in the background, as an instant of the wire, rather too early than too late; undefined while
 * the tab is visible.
 */
function useHiddenSince(): string | undefined {
  const [since, setSince] = useState<string>()
  useEffect(() => {
    const look = () =>
      setSince((before) =>
        document.visibilityState === 'hidden'
          ? (before ?? new Date(serverNow() - clockErrorMs).toISOString())
          : undefined,
      )
    document.addEventListener('visibilitychange', look)
    look()
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return since
}

/**
 * Reads the queue each minute while the tab is in the background: the title counts late and new waits, and a
 * notification announces more (DESK-01). The stream pauses then: a browser has six connections for all windows of a
 * desk.
 */
export function useQueueNews(): void {
  const since = useHiddenSince()
  const { data } = useQuery({
    queryKey: ['queue news', since],
    async queryFn({ client, queryKey }): Promise<QueueNews> {
      const { total, counts } = await api.queue(since === undefined ? {} : { since })
      const news = { late: counts.reduce((sum, { late }) => sum + late, 0), fresh: total }
      const text = frameTexts.news(news)
      if (text !== undefined && hasGrown(client.getQueryData(queryKey), news)) notify(text)
      return news
    },
    enabled: since !== undefined,
    refetchInterval: livePauseMs,
    refetchIntervalInBackground: true,
    // A retry would wait until the tab shows again.
    retry: false,
    gcTime: 0,
  })
  useEffect(() => {
    titleNews.set(since === undefined || data === undefined ? undefined : frameTexts.news(data))
  }, [since, data])
  useEffect(() => () => titleNews.set(undefined), [])
}

/** One notification for all windows of the desk; a press on it shows the window. */
function notify(news: string): void {
  if (!isNotifyOn()) return
  try {
    const notification = new Notification(frameTexts.notification(news), { tag: 'desk-queue' })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
    })
  } catch {
    // Some browsers show notifications only through a service worker.
  }
}

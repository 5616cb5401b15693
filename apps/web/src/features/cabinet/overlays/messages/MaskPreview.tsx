import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { messageTexts } from '../../../../texts/messages.ts'
import { previewMessage } from './message-calls.ts'

/** Pause after the last key before the server is asked, in ms. */
const pauseMs = 400

/** The Nerd's copy of a text that is being written, where the mask hides something (TALK-03). */
export function MaskPreview({ orderId, text }: { orderId: string; text: string }) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    queryKey: ['message-preview', orderId, settled],
    queryFn: () => previewMessage(orderId, settled),
    enabled: !isBlank(settled),
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  })
  const copy = isBlank(text) ? null : (data?.for_nerd ?? null)
  return (
    <div role="status">
      {copy !== null && (
        <Text look="muted">
          <b>{messageTexts.nerdReads}</b> <span dir="auto">{`“${copy}”`}</span> <span>{messageTexts.supportReads}</span>
        </Text>
      )}
    </div>
  )
}

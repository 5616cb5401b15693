import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { api } from '../../api/client.ts'
import { ColumnPage } from '../../frame/ColumnPage.tsx'
import { ContactUs } from '../../frame/links.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { useAction } from '../../frame/use-action.ts'
import { unsubscribeTexts } from '../../texts/contact.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'

/** `/unsubscribe/{token}`: ends the mails to the link's address by a click, because scanners open links (LAW-07). */
export function Component() {
  const { token = '' } = useParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const [done, setDone] = useState(false)
  const { run, busy, failure, fault } = useAction(async () => {
    await api.unsubscribe(token)
    setDone(true)
  })
  useScreenTitle(done ? unsubscribeTexts.doneTitle : unsubscribeTexts.title)

  useEffect(() => {
    if (done) heading.current?.focus()
  }, [done])

  return (
    <ColumnPage narrow="form">
      <Stack gap={2}>
        <h1 ref={heading} tabIndex={-1}>
          {done ? unsubscribeTexts.doneTitle : unsubscribeTexts.title}
        </h1>
        <Text look="lede">{done ? unsubscribeTexts.done : unsubscribeTexts.lead}</Text>
      </Stack>
      {!done && (
        <Stack gap={3}>
          <Button variant="primary" block="full" busy={busy && unsubscribeTexts.sending} onClick={run}>
            {unsubscribeTexts.submit}
          </Button>
          <div role="alert">
            {failure && <ErrorText>{failure.status === 404 ? unsubscribeTexts.unknown : fault}</ErrorText>}
          </div>
          <ContactUs />
        </Stack>
      )}
    </ColumnPage>
  )
}

import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { asCallError } from '../../api/call-error.ts'
import { api } from '../../api/client.ts'
import { failureText } from '../../api/failure-text.ts'
import { ColumnPage } from '../../frame/ColumnPage.tsx'
import { ContactUs } from '../../frame/links.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { unsubscribeTexts } from '../../texts/contact.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { ErrorText } from '../../ui/fields/Field.tsx'
import { Stack, Text } from '../../ui/page/Layout.tsx'

/** `/unsubscribe/{token}`: ends the mails to whoever got this link, by a press, since scanners open links (LAW-07). */
export function Component() {
  const { token = '' } = useParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const [state, setState] = useState<'asked' | 'sending' | 'done'>('asked')
  const [fault, setFault] = useState<string>()
  const done = state === 'done'
  useScreenTitle(done ? unsubscribeTexts.doneTitle : unsubscribeTexts.title)

  useEffect(() => {
    if (done) heading.current?.focus()
  }, [done])

  const unsubscribe = async () => {
    setState('sending')
    setFault(undefined)
    try {
      await api.unsubscribe(token)
      setState('done')
    } catch (thrown) {
      const error = asCallError(thrown)
      setState('asked')
      setFault(error.status === 404 ? unsubscribeTexts.unknown : failureText(error))
    }
  }

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
          <Button
            variant="primary"
            block="full"
            busy={state === 'sending' && unsubscribeTexts.sending}
            onClick={() => void unsubscribe()}
          >
            {unsubscribeTexts.submit}
          </Button>
          <div role="alert">{fault !== undefined && <ErrorText>{fault}</ErrorText>}</div>
          <ContactUs />
        </Stack>
      )}
    </ColumnPage>
  )
}

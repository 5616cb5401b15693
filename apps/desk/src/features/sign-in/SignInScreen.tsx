import { failureText } from '@nerdify/browser/failure-text.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { EmailField } from '@nerdify/ui/fields/TextField.tsx'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { SignInLayout } from '@nerdify/ui/page/SignInLayout.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../api/client.ts'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { signInTexts } from '../../texts/sign-in.ts'
import { browserNonce, storeTarget } from './link-request.ts'

/** Mails a sign-in link (OPS-15); the answer is the same for every address. */
export function SignInScreen({ hasEnded = false }: { hasEnded?: boolean }) {
  const [email, setEmail] = useState('')
  const { pathname, search } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const request = useMutation({
    mutationFn: (typed: string) => api.requestLink({ email: typed, nonce: browserNonce() }),
    // Before the mail is sent: its link may be opened before the answer arrives.
    onMutate: () => storeTarget(pathname + search),
    onError: () => field.current?.focus(),
  })
  useScreenTitle(request.isSuccess ? signInTexts.sentHeading : signInTexts.heading)

  if (request.isSuccess) {
    return (
      <SignInLayout>
        <Stack>
          <h1 ref={focusHeading}>{signInTexts.sentHeading}</h1>
          <Text look="lede">{signInTexts.sentTo(request.variables)}</Text>
        </Stack>
        <Button block="full" onClick={request.reset}>
          {signInTexts.otherAddress}
        </Button>
      </SignInLayout>
    )
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!request.isPending) request.mutate(email)
  }
  return (
    <SignInLayout>
      <Stack>
        <h1>{signInTexts.heading}</h1>
        <Text look="lede">{hasEnded ? signInTexts.ended : signInTexts.lead}</Text>
      </Stack>
      <form noValidate onSubmit={send}>
        <Stack>
          <EmailField
            ref={field}
            label={signInTexts.email}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            error={request.error && failureText(request.error)}
          />
          <Button variant="primary" block="full" type="submit" busy={request.isPending && signInTexts.sending}>
            {signInTexts.send}
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  )
}

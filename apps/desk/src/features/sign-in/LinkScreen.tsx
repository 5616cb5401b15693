import { failureText } from '@nerdify/browser/failure-text.ts'
import { Button, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { SignInLayout } from '@nerdify/ui/page/SignInLayout.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import { changeVisitor } from '../../api/queries.ts'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { signInTexts } from '../../texts/sign-in.ts'
import { browserNonce, takeTarget, wantedTarget } from './link-request.ts'

/** `/sign-in#key`: a mailed link (OPS-15). It signs in at once in the requesting browser, elsewhere at a press. */
export function LinkScreen() {
  // Unlike `decodeURIComponent`, it reads a malformed address too.
  const key = new URLSearchParams(`key=${useLocation().hash.slice(1)}`).get('key') ?? ''
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const open = useMutation({
    mutationFn: (press: { press: true } | Record<string, never>) =>
      api.openLink({ key, nonce: browserNonce(), ...press }),
    onSuccess(answer) {
      if ('press' in answer) return
      changeVisitor(queryClient, answer.me)
      void navigate(takeTarget(), { replace: true })
    },
  })
  // A link works once, and React runs effects twice in development.
  const openedKey = useRef<string>(undefined)
  const { mutate } = open
  useEffect(() => {
    if (openedKey.current === key) return
    openedKey.current = key
    mutate({})
  }, [key, mutate])

  const question = open.data !== undefined && 'press' in open.data ? open.data.press : undefined
  const isPressing = open.isPending && open.variables.press === true
  const heading = open.error
    ? signInTexts.linkFailed
    : question || isPressing
      ? signInTexts.heading
      : signInTexts.opening
  useScreenTitle(heading)
  return (
    <SignInLayout>
      <Stack>
        <h1>{heading}</h1>
        <div role="status">
          <Text look="lede">
            {open.error ? failureText(open.error) : question === undefined ? '' : signInTexts.pressFor(question.to)}
          </Text>
        </div>
      </Stack>
      {open.error ? (
        <Link className={buttonClass({ variant: 'primary', block: 'full' })} to={wantedTarget()}>
          {signInTexts.newLink}
        </Link>
      ) : (
        (question !== undefined || isPressing) && (
          <Button
            variant="primary"
            block="full"
            busy={isPressing && signInTexts.pressing}
            onClick={() => mutate({ press: true })}
          >
            {signInTexts.press}
          </Button>
        )
      )}
    </SignInLayout>
  )
}

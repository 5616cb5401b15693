import { useEffect, useEffectEvent } from 'react'

interface OtpCredential extends Credential {
  code: string
}

interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: readonly 'sms'[] }
}

/**
 * Asks the browser for the code of the next SMS that is bound to this site (AUTH-07, ux 4), where it can (WebOTP).
 * Each new `request` asks anew; leaving the screen, or `active` turning false, takes the question back.
 */
export function useWebOtp(active: boolean, request: unknown, onCode: (code: string) => void): void {
  const tell = useEffectEvent(onCode)
  useEffect(() => {
    if (!active || !('OTPCredential' in window)) return
    const question = new AbortController()
    const options: OtpRequest = { otp: { transport: ['sms'] }, signal: question.signal }
    navigator.credentials.get(options).then(
      (credential) => {
        if (credential !== null && !question.signal.aborted) tell((credential as OtpCredential).code)
      },
      () => {
        // Refused, timed out or taken back: the code can be typed all the same.
      },
    )
    return () => question.abort()
  }, [active, request])
}

import { ProviderUnavailable } from '../ports.ts'

/** Ends a call to a provider that falls silent; it says nothing about how long a call takes that goes on. */
export interface SilenceWatch {
  /** Aborts with {@link ProviderUnavailable} when it was the provider's turn for too long. */
  signal: AbortSignal
  /** From now on it is the provider's turn. */
  waits(): void
  /** From now on it is ours, or of whoever gives or takes the bytes. */
  rests(): void
}

/** Begins with the provider's turn, of `limitMs` milliseconds; `who` is the provider in an error's text. */
export function watchSilence(who: string, limitMs: number): SilenceWatch {
  const controller = new AbortController()
  const fallen = () => controller.abort(new ProviderUnavailable(`${who} was silent for ${limitMs / 1000} s`))
  let timer = setTimeout(fallen, limitMs)
  const rests = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    rests,
    waits() {
      rests()
      timer = setTimeout(fallen, limitMs)
    },
  }
}

import type { CallError } from '@nerdify/contract/error-body.ts'
import { type TextedCountry, textedCountry } from '@nerdify/domain/messages/texted-countries.ts'
import { asCallError } from '../../api/call-error.ts'
import { api } from '../../api/client.ts'
import { forgetOrigin, type Origin } from './origin.ts'

/** MSG-03: the longest wait for the text-back, in ms; it goes on without the screen. */
const longestWait = 2000

/** Leaves a number (MSG-01) and asks to be texted (MSG-03); answers why not, when that is known in time. */
export async function askForText(asked: {
  country: TextedCountry
  number: string
  /** What a machine typed where people see nothing. */
  trap: string
  origin: Origin
}): Promise<CallError | undefined> {
  const { number, trap, origin } = asked
  const country = textedCountry(asked.country).wireName
  try {
    await api.leaveNumber({ country, phone: number, ...origin })
    forgetOrigin()
    const textBack = api.textBack({ to: number, from_num: country, fake: trap, smstool_name: 'en', ...origin })
    // Past the wait nobody is there to be told.
    textBack.catch(() => undefined)
    await Promise.race([textBack, new Promise((resolve) => setTimeout(resolve, longestWait))])
    return undefined
  } catch (thrown) {
    return asCallError(thrown)
  }
}

/** A request that is refused for a reason the person can read: becomes the error body of API-01. */
export class Refusal extends Error {
  readonly status: number
  readonly text: string
  readonly errorType: string | undefined
  /** What the error is about: a field of the request, or the value its sentence needs. */
  readonly errorValue: string | number | null
  /** Seconds until it is worth trying again, for 429 and 503. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    text: string,
    about: { type?: string; value?: string | number | null; retryAfter?: number } = {},
  ) {
    super(text)
    this.status = status
    this.text = text
    this.errorType = about.type
    this.errorValue = about.value ?? null
    this.retryAfter = about.retryAfter
  }
}

/** What is not there, and what is not one's own, answer alike (AUTH-19). */
export const notFound = () => new Refusal(404, 'Not found', { type: 'not_found' })

/** A value that is not acceptable: 422 with the sentence and the field it is about. */
export const unacceptable = (text: string, field: string, type?: string) =>
  new Refusal(422, text, { value: field, ...(type === undefined ? {} : { type }) })

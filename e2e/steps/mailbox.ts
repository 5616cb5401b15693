import { expect } from '@playwright/test'

interface Message {
  id: string
  channel: 'sms' | 'email'
  to: string
  text: string
  received_at: string
}

const mailbox = () => `${process.env.SANDBOX_URL}/mailbox/messages.json`

/** Everything that an address got, newest first (SBX-02). */
export async function messagesTo(address: string): Promise<Message[]> {
  const response = await fetch(`${mailbox()}?to=${encodeURIComponent(address)}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Message[]
}

/** Waits for one more message than there were, and answers the newest. */
export async function nextMessageTo(address: string, before: number): Promise<Message> {
  let messages: Message[] = []
  await expect
    .poll(async () => {
      messages = await messagesTo(address)
      return messages.length
    })
    .toBeGreaterThan(before)
  return messages[0] as Message
}

/** The code in a text message (AUTH-07). */
export function codeIn(message: Message): string {
  const code = /#(\d{5})$/.exec(message.text)?.[1]
  if (code === undefined) throw new Error(`no code in "${message.text}"`)
  return code
}

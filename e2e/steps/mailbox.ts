import { expect } from '@playwright/test'

interface Message {
  id: string
  channel: 'sms' | 'email'
  to: string
  from: string
  text: string
  received_at: string
}

const codeAtEnd = /#(\d{5})$/

const mailbox = () => `${process.env.SANDBOX_URL}/mailbox/messages.json`

/** All messages to an address, newest first (SBX-02). */
export async function messagesTo(address: string): Promise<Message[]> {
  const response = await fetch(`${mailbox()}?to=${encodeURIComponent(address)}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Message[]
}

/** The texts with a code to a phone, newest first. */
export async function codesTo(phone: string): Promise<Message[]> {
  return (await messagesTo(phone)).filter(({ text }) => codeAtEnd.test(text))
}

/** Waits until a phone has more than `before` texts with a code; returns the newest. */
export async function nextCodeTo(phone: string, before: number): Promise<Message> {
  return nextOf(() => codesTo(phone), before)
}

/** Waits until an address has more than `before` messages; returns the newest. */
export async function nextMessageTo(address: string, before: number): Promise<Message> {
  return nextOf(() => messagesTo(address), before)
}

async function nextOf(read: () => Promise<Message[]>, before: number): Promise<Message> {
  let messages: Message[] = []
  await expect
    .poll(
      async () => {
        messages = await read()
        return messages.length
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(before)
  return messages[0] as Message
}

/** The code in a text message (AUTH-07). */
export function codeIn(message: Message): string {
  const code = codeAtEnd.exec(message.text)?.[1]
  if (code === undefined) throw new Error(`no code in "${message.text}"`)
  return code
}

/** The first link in a message. */
export function linkIn(message: Message): string {
  const link = /https?:\/\/\S+/.exec(message.text)?.[0]
  if (link === undefined) throw new Error(`no link in "${message.text}"`)
  return link
}

/** Replies by text to the newest text to a phone. */
export async function textBack(phone: string, body: string): Promise<void> {
  const text = (await messagesTo(phone)).find(({ channel }) => channel === 'sms')
  await sendText({ from: text?.to, to: text?.from, body })
}

/** Texts the company's number from a phone that need not have received a text. */
export const textToSupport = (phone: string, body: string): Promise<void> =>
  sendText({ from: phone.replaceAll(' ', ''), to: '+15005550006', body })

async function sendText(text: { from: string | undefined; to: string | undefined; body: string }): Promise<void> {
  const response = await fetch(`${process.env.SANDBOX_URL}/mailbox/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(text),
  })
  expect(response.status).toBe(200)
}

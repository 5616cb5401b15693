import { webPaths } from '@nerdify/contract/web-paths.ts'
import { maxNoteLength } from '@nerdify/domain/orders/note.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { StoryPage } from '../../testing/StoryPage.tsx'
import { takeUploads } from '../../testing/taking-bucket.ts'
import { chooseFiles } from '../../testing/story-steps.ts'
import { uploadPageTexts } from '../../texts/orders/upload-page.ts'
import { uploadTexts } from '../../texts/orders/uploads.ts'
import { Component as UploadPage } from './UploadPageScreen.tsx'
import { isSeen } from '../../testing/story-steps.ts'

const pageId = 'AAAAAAAAAAAAAAAAAAAAAA'

/** The answers of server and bucket during a story. */
interface World {
  /** The first check: a status, a network failure, or no answer yet. */
  check: 200 | 404 | 422 | 'none' | 'waiting'
  /** The list of files: a status, or a second request without an answer. */
  receive: 201 | 503 | '503, then waiting'
}

let received = 0

const screens = { [webPaths.uploadPage(':userId')]: UploadPage }

const Screen = (_: World) => <StoryPage path={webPaths.uploadPage(pageId)} screens={screens} />

const refusals = { 404: 'not_found', 422: 'account_blocked' } as const

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const upload = {
  id: 'upload-1',
  url: 'http://bucket.test/nerdify',
  fields: {},
  location: 'http://bucket.test/nerdify/1',
}

async function answerOf({ check, receive }: World, url: string): Promise<Response> {
  if (url.endsWith('/check')) {
    if (check === 'waiting') return new Promise(() => undefined)
    if (check === 'none') throw new TypeError('no network')
    return json(check, check === 200 ? {} : { status_code: check, error_type: refusals[check], text: 'No.' })
  }
  if (url.endsWith('/form')) return json(201, { ...upload, filename: 'brief.pdf' })
  if (url.endsWith('/receive')) {
    received += 1
    if (receive === 201) return json(201, {})
    return receive !== 503 && received > 1 ? new Promise(() => undefined) : json(503, { text: 'Later.' })
  }
  return json(200, { id: upload.id, status: 'ready', text: null })
}

const meta = {
  title: 'Screens/Upload page',
  component: Screen,
  parameters: { layout: 'fullscreen' },
  args: { check: 200, receive: 201 },
  beforeEach({ args }) {
    const { fetch: realFetch } = window
    const restore = takeUploads()
    received = 0
    window.fetch = (input) => answerOf(args, input instanceof Request ? input.url : String(input))
    return () => {
      window.fetch = realFetch
      restore()
    }
  },
} satisfies Meta<typeof Screen>
export default meta
type Story = StoryObj<typeof meta>
type Play = NonNullable<Story['play']>

export const Checking: Story = {
  name: 'Checking the link',
  args: { check: 'waiting' },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(uploadPageTexts.checking))
  },
}

export const Choose: Story = {
  name: '1 Choose or drop',
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(uploadPageTexts.choose))
  },
}

export const List: Story = {
  name: '2 List and description, with a refused file (ux 44)',
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findByText(uploadPageTexts.choose)
    chooseFiles(canvasElement, 'brief.pdf', 'run.exe')
    await isSeen(() => canvas.getByRole('button', { name: 'Remove brief.pdf' }))
    await isSeen(() => canvas.getByText(/^run\.exe is a program/))
    // UP-03: the blocked button says why when it is clicked.
    await userEvent.click(await canvas.findByRole('button', { name: uploadPageTexts.send }))
    await isSeen(() => canvas.getByText(uploadTexts.notAllLoaded))
  },
}

export const DescriptionTooLong: Story = {
  name: '(ux 34) 2 A description over the limit is kept and flagged',
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findByText(uploadPageTexts.choose)
    chooseFiles(canvasElement, 'brief.pdf')
    const field = await canvas.findByRole('textbox', { name: /Description/ })
    await userEvent.click(field)
    await userEvent.paste('a'.repeat(maxNoteLength + 2))
    await isSeen(() => canvas.getByText(/^This is 2 characters too long/))
    await expect(field).toHaveValue('a'.repeat(maxNoteLength + 2))
    await userEvent.click(await canvas.findByRole('button', { name: uploadPageTexts.send }))
    await waitFor(() => expect(field).toHaveFocus())
  },
}

const send: Play = async ({ canvas, canvasElement, userEvent }) => {
  await canvas.findByText(uploadPageTexts.choose)
  chooseFiles(canvasElement, 'brief.pdf')
  await canvas.findByRole('button', { name: 'Remove brief.pdf' })
  await userEvent.type(await canvas.findByRole('textbox', { name: /Description/ }), 'Chapter 2 only')
  await userEvent.click(await canvas.findByRole('button', { name: uploadPageTexts.send }))
}

export const WellDone: Story = {
  name: '[UP-04] (ux 55) 3 Well done, which a screen reader hears: they are kept, and more can be sent',
  play: async (context) => {
    await send(context)
    await expect(await context.canvas.findByText(uploadPageTexts.wellDone)).toBeVisible()
    await waitFor(() => expect(context.canvas.getByRole('heading', { name: uploadPageTexts.wellDone })).toHaveFocus())
    await isSeen(() => context.canvas.getByText(uploadPageTexts.kept))
    await isSeen(() => context.canvas.getByRole('button', { name: uploadPageTexts.sendMore }))
  },
}

export const Failed: Story = {
  name: '4 File upload failed; Back keeps files and description',
  args: { receive: 503 },
  play: async (context) => {
    const { canvas, userEvent } = context
    await send(context)
    await isSeen(() => canvas.getByRole('heading', { name: uploadPageTexts.failed }))
    await isSeen(() => canvas.getByText(uploadPageTexts.wentWrong))
    await userEvent.click(await canvas.findByRole('button', { name: uploadPageTexts.back }))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: /Description/ })).toHaveValue('Chapter 2 only'))
    await userEvent.click(await canvas.findByRole('button', { name: uploadPageTexts.send }))
    await canvas.findByRole('heading', { name: uploadPageTexts.failed })
  },
}

export const Retrying: Story = {
  name: '[UP-02] 2 again while "Try again" travels: Send is not free, and nothing is sent twice',
  args: { receive: '503, then waiting' },
  play: async (context) => {
    const { canvas, userEvent } = context
    await send(context)
    const again = await canvas.findByRole('button', { name: uploadPageTexts.tryAgain })
    await waitFor(() => expect(again).not.toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(again)
    const button = await canvas.findByRole('button', { name: uploadPageTexts.sending })
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(button)
    await expect(received).toBe(2)
  },
}

export const Missing: Story = {
  name: '5 No such page',
  args: { check: 404 },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(uploadPageTexts.noSuchPage))
  },
}

export const Closed: Story = {
  name: 'Of a blocked client',
  args: { check: 422 },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(uploadPageTexts.closedHint))
  },
}

export const Unreachable: Story = {
  name: 'Without a network',
  args: { check: 'none' },
  play: async ({ canvas }) => {
    await isSeen(() => canvas.getByText(uploadPageTexts.noAnswer))
  },
}

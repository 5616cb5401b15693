import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { OrderChange } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { goneText } from '@nerdify/domain/files/file-limits.ts'
import { emailFault } from '@nerdify/domain/sign-in/email.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { aClientAnswer } from '../../../testing/a-client-answer.ts'
import { aRefusal } from '@nerdify/browser/testing/answered-calls.ts'
import { chooseFiles, isSeen } from '../../../testing/story-steps.ts'
import { takeUploads } from '../../../testing/taking-bucket.ts'
import { drafts, newOrderDraftKey, orderDraftKey } from '../draft/drafts.ts'
import { orderDetailsTexts } from '../../../texts/orders/order-details.ts'
import { uploadTexts } from '../../../texts/orders/uploads.ts'
import { OrderFlow, prepareOrderFlow, anOrderDueIn, heldAnswer, shownMasked } from '../../../testing/OrderFlow.tsx'

const meta = {
  title: 'Screens/Placing an order/Details',
  component: OrderFlow,
  parameters: { layout: 'fullscreen' },
  beforeEach: prepareOrderFlow,
} satisfies Meta<typeof OrderFlow>
export default meta
type Story = StoryObj<typeof meta>

export const DetailsToFill: Story = {
  name: 'Details',
  args: { path: webPaths.orderDetails('order-1'), order: anOrderDueIn(11, { details: null }) },
  play: async ({ canvas, userEvent }) => {
    const description = await canvas.findByRole('textbox', { name: 'Task description' })
    await waitFor(() =>
      expect(canvas.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true'),
    )
    await userEvent.type(description, 'Weigh the causes.')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled'))
    const draft = () => drafts.read(orderDraftKey('order-1'))
    await waitFor(() => expect(draft()).toMatchObject({ details: 'Weigh the causes.', detailsFrom: 1 }))
    await userEvent.clear(description)
    await waitFor(() => expect(draft()).toEqual({}))
  },
}

export const DetailsMissing: Story = {
  name: 'Details, missing',
  args: { path: webPaths.orderDetails('order-2'), order: anOrderDueIn(11, { _id: 'order-2', details: null }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(canvas.getAllByText('Please describe your task or attach a file')).toHaveLength(2))
  },
}

/** The account's e-mail, which changes like on the server: only over the one that the change names. */
let storedEmail = 'nobody'

let savedEmails: string[] = []

let firstSave = heldAnswer()

export const DetailsEmailCorrected: Story = {
  name: '[FLOW-21] Details, the e-mail corrected while it is saved: each is saved in its turn',
  args: {
    path: webPaths.orderDetails('order-9'),
    order: anOrderDueIn(11, { _id: 'order-9' }),
    me: { email: { email: 'old@example.com' } },
    async answer({ method, path, body }) {
      if (method !== 'PATCH' || path !== apiPaths.me()) return undefined
      const { email = '', email_before } = body as { email?: string; email_before?: string | null }
      await firstSave.promise
      if (email_before !== storedEmail) return aRefusal(409, 'Your e-mail was changed in another window.')
      storedEmail = email
      savedEmails.push(email)
      return aClientAnswer({ email: { email } })
    },
  },
  beforeEach() {
    storedEmail = 'old@example.com'
    savedEmails = []
    firstSave = heldAnswer()
  },
  play: async ({ canvas, userEvent }) => {
    const email = await canvas.findByRole('textbox', { name: 'E-mail' })
    const enter = async (typed: string) => {
      await userEvent.clear(email)
      await userEvent.type(email, typed)
      await userEvent.tab()
    }
    await enter('anna@gmial.com')
    await enter('anna@gmail.com')
    // Back to the account's value when the first save began, which is no longer current.
    await enter('old@example.com')
    await enter('old@example.com')
    firstSave.resolve(undefined)
    await waitFor(() => expect(savedEmails).toEqual(['anna@gmial.com', 'anna@gmail.com', 'old@example.com']))
    await waitFor(() => expect(canvas.getByText(/^Email Saved/)).toBeVisible())
    await waitFor(() => expect(email).toHaveValue('old@example.com'))
    await waitFor(() => expect(canvas.queryByText(/in another window/)).toBeNull())
  },
}

export const DetailsOfNewcomer: Story = {
  name: '[LAW-01][LAW-02][LAW-03] Details of a first order: an unticked age question, and the honor code',
  args: {
    path: webPaths.orderDetails('order-3'),
    order: anOrderDueIn(11, { _id: 'order-3', details: 'Weigh the causes.' }),
    me: { adult_confirmed: false },
  },
  play: async ({ canvas, userEvent }) => {
    const box = await canvas.findByRole('checkbox', { name: 'I am 18 or older' })
    await waitFor(() => expect(box).not.toBeChecked())
    await isSeen(() => canvas.getByText(/for study and reference/))
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(canvas.getAllByText('Please confirm that you are 18 or older')).toHaveLength(2))
    await userEvent.click(box)
    await waitFor(() => expect(canvas.queryByText('Please confirm that you are 18 or older')).toBeNull())
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled'))
  },
}

export const DetailsRefused: Story = {
  name: '[LAW-05] (ux 29) Refused details show their reason on blur, until they are rephrased',
  args: { path: webPaths.orderDetails('order-4'), order: anOrderDueIn(11, { _id: 'order-4', details: null }) },
  play: async ({ canvas, userEvent }) => {
    const description = await canvas.findByRole('textbox', { name: 'Task description' })
    await userEvent.type(description, 'Please take my exam')
    await waitFor(() => expect(canvas.queryByText(/honor code doesn’t let us/)).toBeNull())
    await userEvent.tab()
    await isSeen(() => canvas.getByText(/doesn’t let us take an exam or a test for you \(“take my exam”\)/))
    await waitFor(() =>
      expect(canvas.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true'),
    )
    await userEvent.type(description, ' notes and summarise them')
    await waitFor(() => expect(canvas.queryByText(/honor code doesn’t let us/)).toBeNull())
    await waitFor(() => expect(description).toHaveValue('Please take my exam notes and summarise them'))
  },
}

const overtaken = anOrderDueIn(11, { _id: 'order-18', details: 'Weigh the causes.' })

export const DetailsOvertaken: Story = {
  name: '[FLOW-18] (ux 18) Details that changed in another window, with the words typed here',
  args: {
    path: webPaths.orderDetails('order-18'),
    order: overtaken,
    draft: { overtakenDetails: 'Weigh the causes and the outcome.' },
    answer: ({ method, path }) =>
      method === 'PATCH'
        ? aRefusal(409, 'Changed', { error_type: 'order_changed' })
        : path === apiPaths.order(overtaken._id)
          ? overtaken
          : undefined,
  },
  play: async ({ canvas, userEvent }) => {
    const description = await canvas.findByRole('textbox', { name: 'Task description' })
    await waitFor(() => expect(description).toHaveValue('Weigh the causes.'))
    await userEvent.click(await canvas.findByRole('button', { name: 'Use what I typed' }))
    await waitFor(() => expect(description).toHaveValue('Weigh the causes and the outcome.'))
    await waitFor(() => expect(description).toHaveFocus())
    await waitFor(() => expect(canvas.queryByText('This is the newest version')).toBeNull())
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue' }))
    await isSeen(() => canvas.getByText('This order was changed in another window'))
    await userEvent.click(await canvas.findByRole('button', { name: 'Reload' }))
    await waitFor(() => expect(canvas.getByRole('heading', { level: 1 })).toHaveFocus())
    await waitFor(() => expect(description).toHaveValue('Weigh the causes.'))
    await isSeen(() => canvas.getByText('This is the newest version'))
  },
}

const unnamed = anOrderDueIn(11, { _id: 'order-named', details: 'Weigh the causes.' })

let nameSaved = heldAnswer()

export const DetailsNamed: Story = {
  name: '[FLOW-17] Details, with a name that this browser keeps until the order has it',
  args: {
    path: webPaths.orderDetails(unnamed._id),
    order: unnamed,
    answer: ({ method }) => (method === 'PATCH' ? nameSaved.promise : undefined),
  },
  beforeEach() {
    nameSaved = heldAnswer()
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: orderDetailsTexts.name }), 'Why it  began ')
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }))
    const draft = () => drafts.read(orderDraftKey(unnamed._id))
    await waitFor(() => expect(draft().title).toBe('Why it began'))
    nameSaved.resolve({ ...unnamed, version: 2, title: 'Why it began' })
    await waitFor(() => expect(draft()).toEqual({}))
  },
}

const loadedFile = (id: string) => ({ id, filename: `${id}.pdf`, size: 2000, location: `/f/${id}` })

export const DetailsInTwoTabs: Story = {
  name: '[FLOW-17] (ux 18) Details of a draft keep a file that another tab added',
  args: { path: webPaths.newOrderDetails('writing'), draft: { subject: 'History', files: [loadedFile('own')] } },
  play: async ({ canvas, canvasElement }) => {
    await isSeen(() => canvas.getByText('own.pdf'))
    const draftKey = newOrderDraftKey('writing')
    const names = () => drafts.read(draftKey).files?.map(({ filename }) => filename)
    // As the other tab's write arrives here.
    drafts.change(draftKey, { files: [loadedFile('own'), loadedFile('theirs')] })
    chooseFiles(canvasElement, 'run.exe')
    await isSeen(() => canvas.getByText(/^run\.exe is a program/))
    await expect(names()?.toSorted()).toEqual(['own.pdf', 'theirs.pdf'])
  },
}

let sentFiles: string[][] = []
let uploadCount = 0

export const DetailsAfterARefusal: Story = {
  name: '[SAFE-15] Details take another file although the scanner has refused the one before',
  args: {
    path: webPaths.orderDetails('order-26'),
    order: anOrderDueIn(11, { _id: 'order-26', details: 'See the brief.' }),
    answer({ method, path, body }) {
      if (path === apiPaths.uploads()) {
        uploadCount += 1
        return { ...loadedFile(`upload-${uploadCount}`), url: '/bucket', fields: {} }
      }
      if (path.endsWith('/arrival')) return { id: 'upload', status: 'ready', text: null }
      if (method !== 'PATCH') return undefined
      const { files = [] } = body as OrderChange
      sentFiles.push(files.map(({ location }) => location))
      return anOrderDueIn(11, { _id: 'order-26', version: 1 + sentFiles.length, details: 'See the brief.' })
    },
  },
  beforeEach() {
    sentFiles = []
    uploadCount = 0
    return takeUploads()
  },
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByRole('button', { name: 'Continue' })
    chooseFiles(canvasElement, 'refused.pdf')
    await waitFor(() => expect(sentFiles).toEqual([['/f/upload-1']]))
    chooseFiles(canvasElement, 'better.pdf')
    await waitFor(() => expect(sentFiles).toEqual([['/f/upload-1'], ['/f/upload-2']]))
  },
}

/** Uploaded in 2024. */
const oldFile = loadedFile('0192a1b2-c3d4-7e5f-8a6b-0123456789ab')

export const DetailsWithOldFiles: Story = {
  name: '[FLOW-17] Details say that a file of a draft is gone after a day, and go on without it',
  args: {
    path: webPaths.newOrderDetails('writing'),
    draft: { subject: 'History', details: 'Weigh the causes.', files: [oldFile, loadedFile('own')] },
  },
  play: async ({ canvas, userEvent }) => {
    await isSeen(() => canvas.getByText(goneText(oldFile.filename)))
    await waitFor(() =>
      expect(canvas.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true'),
    )
    const names = () => drafts.read(newOrderDraftKey('writing')).files?.map(({ filename }) => filename)
    await expect(names()?.toSorted()).toEqual([oldFile.filename, 'own.pdf'])
    await userEvent.click(canvas.getByRole('button', { name: `Remove ${oldFile.filename}` }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled'))
    await expect(names()).toEqual(['own.pdf'])
  },
}

export const DetailsWithFiles: Story = {
  name: '[FILE-02] Details with a refused file and a failed upload',
  args: {
    path: webPaths.orderDetails('order-12'),
    order: anOrderDueIn(11, { _id: 'order-12' }),
    answer: () => aRefusal(429, 'Too many files at once. Please wait a minute.'),
  },
  play: async ({ canvas, canvasElement }) => {
    chooseFiles(canvasElement, 'run.exe', 'a-reading-list-with-a-name-that-does-not-end-on-one-line-of-a-phone.pdf')
    await isSeen(() => canvas.getByText(/^run\.exe is a program/))
    await isSeen(() => canvas.getByText(/^Too many files/))
  },
}

export const DetailsFileNotUploaded: Story = {
  name: '[FLOW-21][FILE-02] Details wait for a file that failed; the error summary leads to the files',
  args: {
    path: webPaths.orderDetails('order-25'),
    order: anOrderDueIn(11, { _id: 'order-25', details: 'See the attached brief.' }),
    answer: () => aRefusal(429, 'Too many files at once. Please wait a minute.'),
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const continueButton = await canvas.findByRole('button', { name: 'Continue' })
    await waitFor(() => expect(continueButton).not.toHaveAttribute('aria-disabled'))
    chooseFiles(canvasElement, 'brief.pdf')
    await isSeen(() => canvas.getByText(/^Too many files/))
    await waitFor(() => expect(continueButton).toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(continueButton)
    await userEvent.click(await canvas.findByRole('link', { name: uploadTexts.notAllLoaded }))
    await waitFor(() => expect(canvas.getByRole('list', { name: orderDetailsTexts.files })).toHaveFocus())
    await userEvent.click(canvas.getByRole('button', { name: 'Remove brief.pdf' }))
    await waitFor(() => expect(continueButton).not.toHaveAttribute('aria-disabled'))
  },
}

export const EmailMasked: Story = {
  name: '[SAFE-03][FLOW-21] Details, the e-mail that is known is shown masked and does',
  args: {
    path: webPaths.orderDetails('order-1'),
    order: anOrderDueIn(11),
    me: shownMasked,
    answer: ({ method, path }) => {
      if (path === apiPaths.me() && method === 'PATCH') throw new Error('the masked address was sent')
      return undefined
    },
  },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox', { name: orderDetailsTexts.email })
    await waitFor(() => expect(field).toHaveValue('a•••@example.com'))
    await userEvent.click(field)
    await userEvent.tab()
    await waitFor(() => expect(field).not.toHaveAttribute('aria-invalid', 'true'))
    await waitFor(() => expect(canvas.queryByText(emailFault('sam'))).toBeNull())
  },
}

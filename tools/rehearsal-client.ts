/**
 * The client and the staff of `deploy/rehearsal.sh`. In a browser: `order` orders and pays as a newcomer, and prints
 * the order's number; `deliver NUMBER ADDRESS` signs in at the desk, assigns and delivers. By API calls: `download
 * NUMBER` reads the delivered work, `unsubscribe ADDRESS` ends the mails to an address, `load` is in
 * `rehearsal-load.ts`. `mail ADDRESS WORDS` prints the newest mail to an address with these words; `browser` installs
 * missing programs. Texts come from the sandbox at SANDBOX_URL, mails from MAILDIR.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { webPaths } from '../packages/contract/src/web-paths.ts'
import { Refusal, runCommand, say } from './bootstrap.mjs'
import { provideChromium } from './chromium.ts'
import { loadUntilAsked } from './rehearsal-load.ts'
import { newestCode, newestMail, SiteClient, unsubscribe } from './rehearsal-site.ts'

const { DESK_URL: desk = '', PUBLIC_URL: site = '', NODE_EXTRA_CA_CERTS: authority = '' } = process.env
const phone = '+14155550142'

/** Opens a browser that trusts only the rehearsal's certificate authority, which no real site uses. */
async function inBrowser<Found>(options: BrowserContextOptions, visit: (page: Page) => Promise<Found>): Promise<Found> {
  const key = new X509Certificate(readFileSync(authority)).publicKey.export({ type: 'spki', format: 'der' })
  const trusted = createHash('sha256').update(key).digest('base64')
  const executablePath = provideChromium(process.env, say)
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking', `--ignore-certificate-errors-spki-list=${trusted}`],
  })
  try {
    return await visit(await browser.newPage({ ...options, locale: 'en-US', timezoneId: 'America/New_York' }))
  } finally {
    await browser.close()
  }
}

/** From `/start` to the thank-you page, on a phone. */
async function order(): Promise<string> {
  return inBrowser({ baseURL: site, viewport: { width: 390, height: 844 } }, async (page) => {
    const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
    const since = Date.now()
    await page.goto(webPaths.start())
    await page.getByLabel('Phone number').fill(phone)
    await press(/Continue$/)
    const { code, text } = await newestCode(phone, since)
    console.error(`-- A text to ${phone}: ${text}`)
    await page.getByRole('textbox', { name: '5-digit code' }).fill(code)
    await press('Confirm and login')
    await page.getByRole('combobox', { name: 'Subject' }).fill('History')
    await page.getByRole('option', { name: 'History', exact: true }).click()
    await press('Get it done')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('client@example.com')
    await page.getByRole('textbox', { name: 'Task description' }).fill('Causes of the French Revolution')
    await page.getByRole('checkbox', { name: 'I am 18 or older' }).click()
    await press('Continue')
    await page.waitForURL(/\/extra-services$/)
    await page
      .getByRole('link', { name: /^Pay \$/ })
      .first()
      .click()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Expiry date').fill('12 / 34')
    await page.getByLabel('CVC').fill('123')
    await press(/^Pay \$/)
    await page.waitForURL(/\/thank-you$/)
    await page
      .getByText(/^Paid \$/)
      .first()
      .waitFor()
    await page.goto(webPaths.orders())
    const card = await page.getByRole('article').filter({ hasText: 'Finding your Nerd' }).first().innerText()
    return /\b\d{5,}\b/.exec(card)?.[0] ?? card
  })
}

/** As staff: from the queue to the delivered order, which the client's live stream announces. */
async function deliver(number: string, email: string): Promise<string> {
  return inBrowser({ baseURL: desk, viewport: { width: 1280, height: 900 } }, async (page) => {
    const since = Date.now()
    await page.goto('/')
    await page.getByLabel('Your work e-mail').fill(email)
    await page.keyboard.press('Enter')
    const mail = await newestMail(email, { since })
    await page.goto(/https:\/\/\S+/.exec(mail)?.[0] ?? '')
    await page.locator('tr[data-row]').filter({ hasText: number }).getByRole('link').first().click()
    await page.getByRole('radiogroup', { name: 'Nerd' }).getByRole('radio').first().check()
    await page.getByRole('button', { name: /^Assign / }).click()
    await page.getByText('Done: Assign a Nerd').waitFor()
    const paper = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n'.padEnd(2_000)) }
    await page.getByRole('button', { name: /^Add files of the Nerd/ }).click()
    await page.locator('input[type=file]').last().setInputFiles(paper)
    await page.getByText('paper.pdf').waitFor()
    const client = await SiteClient.signIn(phone)
    await client.api.changeMe({ announce_by: 'email' })
    const { change } = await client.follow()
    await page.getByRole('button', { name: 'Deliver the work' }).click()
    await page.getByText('Done: Deliver the work').waitFor()
    await change
    return `Order ${number} is assigned and delivered at the desk, and the client’s live stream says so.`
  })
}

async function download(number: string): Promise<string> {
  const client = await SiteClient.signIn(phone)
  const { results } = await client.api.orders(0, 'paid')
  const [file] = await client.api.orderFiles(results.find((each) => each.number === number)?.id ?? '')
  if (file?.location == null) throw new Refusal(`Order ${number} has no file.`)
  const answer = await fetch(file.location)
  if (!answer.ok) throw new Refusal(`${file.location} answers ${answer.status}.`)
  return `${file.name}: ${(await answer.arrayBuffer()).byteLength} bytes from ${new URL(answer.url).origin}`
}

const commands: Record<string, (...words: string[]) => Promise<string>> = {
  order,
  deliver,
  download,
  mail: (address, words) => newestMail(address, { words }),
  unsubscribe,
  load: (kind) => loadUntilAsked(kind === '--through-crashes'),
  browser: async () => `The browser: ${provideChromium(process.env, say) ?? "Playwright's own"}`,
}

await runCommand(async () => {
  const [name = '', ...words] = process.argv.slice(2)
  console.log(await commands[name]?.(...words))
  return 0
})

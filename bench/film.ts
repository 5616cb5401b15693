import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { repositoryRoot } from '../tools/bootstrap.mjs'

/** A picture of the page and its time since the start, in milliseconds. */
interface Frame {
  ms: number
  /** JPEG, in base64. */
  picture: string
}

/** Takes a picture at each change of the page; the returned function ends the film. */
export async function startFilm(page: Page): Promise<() => Promise<Frame[]>> {
  // Bars that grow and pulse would change the page sixty times a second.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const session = await page.context().newCDPSession(page)
  const begun = Date.now()
  const frames: Frame[] = []
  session.on('Page.screencastFrame', ({ data, metadata: { timestamp = 0 }, sessionId }) => {
    if (data !== frames.at(-1)?.picture) frames.push({ ms: timestamp * 1000 - begun, picture: data })
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth: 390, maxHeight: 844 })
  return async () => {
    await session.send('Page.stopScreencast')
    return frames
  }
}

/** Draws a film into `.cache/films`, its frames side by side with their times; returns the file. */
export async function drawStrip(browser: Browser, name: string, frames: readonly Frame[]): Promise<string> {
  const folder = join(repositoryRoot, '.cache', 'films')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name.replaceAll(' ', '-')}.png`)
  const page = await browser.newPage({ viewport: { width: 1640, height: 100 } })
  const styles =
    'body{margin:8px;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{width:195px;border:1px solid gray}'
  const figures = frames.map(
    ({ ms, picture }) =>
      `<figure><figcaption>${Math.round(ms)} ms</figcaption><img src="data:image/jpeg;base64,${picture}"></figure>`,
  )
  await page.setContent(`<style>${styles}</style>${figures.join('')}`, { waitUntil: 'load' })
  await page.screenshot({ path, fullPage: true })
  await page.close()
  return path
}

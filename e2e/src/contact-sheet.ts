import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const FOLDER = process.env['CONTACT_SHEET']
const QUALITY = 60
const MAX_HEIGHT = 1800

/** Stores a picture of the current page when `CONTACT_SHEET` names a folder for them. */
export async function photograph(page: Page, name: string) {
  if (FOLDER === undefined) return
  mkdirSync(FOLDER, { recursive: true })
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const whole = await page.evaluate(() => {
    // During a change of theme a button has the colours of neither.
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    return document.documentElement.scrollHeight
  })
  const clip = { x: 0, y: 0, width, height: Math.min(Math.max(whole, height), MAX_HEIGHT), scale: 1 }
  const session = await page.context().newCDPSession(page)
  // Captures one very high window, so that content fixed to the bottom of a window appears at the end of the page.
  const options = { format: 'webp', quality: QUALITY, clip, captureBeyondViewport: true } as const
  const { data } = await session.send('Page.captureScreenshot', options)
  await session.detach()
  writeFileSync(join(FOLDER, `${name.replace(/[^\wа-яё.-]+/gi, '_')}.webp`), Buffer.from(data, 'base64'))
}

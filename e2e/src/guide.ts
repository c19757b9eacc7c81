import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { findBrowser } from './find-browser.ts'
import { PICTURES, type Picture } from './guide-pictures.ts'
import { folderOf, startServer } from './server.ts'
import { closeCookieNotice, expectLoaded, launchBrowser, signIn } from './signed-in.ts'

const PORT = 3270
const FOLDER = join(import.meta.dirname, '../../docs/guide/pictures')
const VIEWPORT = { width: 1440, height: 900 }
const QUALITY = 80
const SETTLED_MS = 600

/** As small as a photo and as sharp as a drawing: the browser writes WebP only through the debugging protocol. */
async function shoot(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await session.detach()
  return Buffer.from(data, 'base64')
}

async function take(browser: Browser, origin: string, { name, who, path, act }: Picture) {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    colorScheme: 'light',
    locale: 'ru-RU',
    reducedMotion: 'reduce',
  })
  await closeCookieNotice(context)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  if (who) await signIn({ page, origin }, who)
  await page.goto(`${origin}${path}`)
  await expectLoaded(page)
  await act?.(page)
  await page.waitForFunction(() => !document.querySelector('.skeleton, .animate-spin, [aria-busy=true]'))
  // The event stream never ends, so the network is never idle.
  await page.waitForTimeout(SETTLED_MS)
  const picture = await shoot(page)
  writeFileSync(join(FOLDER, `${name}.webp`), picture)
  process.stdout.write(`${name}.webp: ${Math.round(picture.length / 1024)} KB\n`)
  await context.close()
}

/** Takes the pictures of the guides from the demonstration as currently filled. */
async function takePictures() {
  const dataDir = folderOf('guide')
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const browser = await launchBrowser(findBrowser())
  const server = await startServer({ port: PORT, dataDir })
  try {
    for (const picture of PICTURES) {
      await take(browser, server.origin, picture).catch((error: unknown) => {
        process.exitCode = 1
        process.stderr.write(`${picture.name}: ${String(error)}\n`)
      })
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

await takePictures()

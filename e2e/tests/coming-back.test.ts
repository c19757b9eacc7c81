import { expect, test } from 'vitest'
import { expectLoaded, SCREENS, useBrowser } from '../src/browser.ts'

const visit = useBrowser()

test('whoever reloads a page, or comes back to it from another site, is where he was in it', async () => {
  const person = await visit(SCREENS[2])
  const { page, origin } = person
  await page.goto(`${origin}/news`)
  await expectLoaded(page)
  // What is kept is where he stood still.
  await page.evaluate(() => scrollTo(0, 600))
  await page.waitForTimeout(500)
  const scrolledTo600 = () => page.waitForFunction(() => Math.abs(scrollY - 600) < 2)
  await page.reload()
  await scrolledTo600()
  await page.goto('about:blank')
  await page.goBack()
  await scrolledTo600()
  expect(person.noise).toEqual([])
  await person.close()
})

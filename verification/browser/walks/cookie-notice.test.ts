import { expect, test } from 'vitest'
import {
  expectLoaded,
  expectSoundInBothThemes,
  reportShift,
  signIn,
  useBrowser,
  watchShifts,
  WIDTHS,
} from '../../../e2e/src/browser.ts'

const visit = useBrowser()

test.each(WIDTHS)('new visitor sees the cookie notice once and closes it by keyboard, $width', async (one) => {
  const person = await visit(one.screen, { isFirst: true })
  const { page, origin } = person
  const strip = page.getByRole('region', { name: 'Файлы cookie' })
  await watchShifts(page)
  await page.goto(`${origin}/`)
  await expectLoaded(page)
  await strip.waitFor()
  await reportShift(page, 'screens', 'cookie notice')
  await expectSoundInBothThemes(person, 'the notice')
  await page.emulateMedia({ media: 'print' })
  expect(await strip.isVisible(), 'on paper').toBe(false)
  await page.emulateMedia({ media: 'screen' })

  // The last line of the page is visible above the notice.
  const foot = page.getByRole('contentinfo').getByRole('link').last()
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const [last, notice] = [await foot.boundingBox(), await strip.boundingBox()]
      return (last?.y ?? 0) + (last?.height ?? 0) - (notice?.y ?? 0)
    })
    .toBeLessThanOrEqual(1)
  expect((await strip.boundingBox())?.height).toBeLessThan(100)

  await strip.getByRole('link').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await strip.waitFor({ state: 'detached' })
  await page.reload()
  await expectLoaded(page)
  expect(await strip.count()).toBe(0)
  expect(person.noise).toEqual([])
  await person.close()
})

test('selection bar stays above the cookie notice on a phone', async () => {
  const person = await visit(WIDTHS[1]?.screen, { isFirst: true })
  const { page, origin } = person
  await signIn(person, 'ArtikulOrderManager')
  await page.goto(`${origin}/settings?tab=brands&filter=unverified`)
  await expectLoaded(page)
  await page.getByRole('checkbox').last().check()
  const button = page.getByRole('button', { name: 'Это новые бренды' })
  const strip = page.getByRole('region', { name: 'Файлы cookie' })
  for (const top of [0, 10_000]) {
    await page.evaluate((to) => scrollTo(0, to), top)
    const [bar, notice] = [await button.boundingBox(), await strip.boundingBox()]
    expect((bar?.y ?? 0) + (bar?.height ?? 0), `scrolled to ${top}`).toBeLessThan(notice?.y ?? 0)
    // The click reaches the button: no element covers it.
    await button.click({ trial: true })
  }
  await expectSoundInBothThemes(person, 'the bar above the notice')
  await person.close()
})

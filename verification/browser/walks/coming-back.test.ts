import { expect, test } from 'vitest'
import { expectLoaded, SCREENS, useBrowser } from '../../../e2e/src/browser.ts'

const visit = useBrowser()

test('page keeps its scroll position after a reload and a return from another site', async () => {
  const person = await visit(SCREENS[2])
  const { page, origin } = person
  await page.goto(`${origin}/news`)
  await expectLoaded(page)
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        addEventListener('scrollend', () => done(), { once: true })
        scrollTo(0, 600)
      }),
  )
  const scrolledTo600 = () => page.waitForFunction(() => Math.abs(scrollY - 600) < 2)
  await page.reload()
  await scrolledTo600()
  await page.goto('about:blank')
  await page.goBack()
  await scrolledTo600()
  expect(person.noise).toEqual([])
  await person.close()
})

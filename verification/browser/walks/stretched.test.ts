import { beforeAll, expect, test } from 'vitest'
import { overflowOf, SCREENS, useBrowser } from '../../../e2e/src/browser.ts'
import { photograph } from '../../../e2e/src/contact-sheet.ts'
import { stretchReplies } from '../../../e2e/src/stretch.ts'
import { nameOf, prepareWalk, walk, type DemoIds } from '../../../e2e/src/walk.ts'
import { WALKS } from '../../../e2e/src/walk.data.ts'

const visit = useBrowser()

let found: DemoIds = {}
beforeAll(async () => {
  found = await prepareWalk()
})

/** Width 1440 at 100 % and at 200 %, and a phone. */
const STRETCHED = [1440, 720, 390]

test('pages with names of 200 letters and sums of twelve digits do not overflow', { timeout: 1_200_000 }, async () => {
  const faults: string[] = []
  for (const [who, paths] of WALKS)
    await walk(
      async (...as) => {
        const person = await visit(...as)
        await stretchReplies(person.page)
        return person
      },
      // Pages that are not found have no names.
      { screen: SCREENS[0], who, paths: paths.filter((path) => !path.includes('нет-так')), found },
      async ({ page }, path) => {
        const where = `${nameOf(who)} ${path}`
        if (
          await page
            .getByText(/Не удалось загрузить(?! карту)/)
            .first()
            .isVisible()
        )
          faults.push(`${where}: not read`)
        for (const width of STRETCHED) {
          await page.setViewportSize({ width, height: 900 })
          const over = await overflowOf(page)
          if (over.length > 0) faults.push(`${where} ${width}: ${over.join(' | ')}`)
          await photograph(page, `stretched ${where} ${width}`)
        }
        await page.setViewportSize({ width: 1440, height: 900 })
      },
    )
  expect(faults).toEqual([])
})

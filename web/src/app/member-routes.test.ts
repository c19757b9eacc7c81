import { expect, test } from 'vitest'
import { PAGE_ICONS } from '../lib/page/page-icons.ts'
import { MEMBER_ROUTES } from './member-routes.ts'

test('every menu page has an icon', () => {
  const inMenu = MEMBER_ROUTES.flatMap(({ options }) => options.staticData?.page ?? []).filter(
    ({ order }) => order !== undefined,
  )
  expect(inMenu.length).toBeGreaterThan(10)
  expect(inMenu.filter(({ name }) => PAGE_ICONS[name] === undefined)).toEqual([])
})

import { createHash } from 'node:crypto'
import { brandKey } from '@artikul/contract/catalog/brand'
import { slugOf } from '@artikul/contract/catalog/slug'
import { beforeAll, expect, test } from 'vitest'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { useParties } from '../../server/src/testing/parties.factory.ts'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { buildWarehouse } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { priceListDesk } from '../../server/src/modules/suppliers/price-lists/price-lists.factory.ts'
import { judge, type Outcome, type Verdict } from './generated/judge.ts'
import { generateLists } from './generated/lists.ts'

const LISTS = generateLists()
const MIN_RIGHT = 300
const MIN_RIGHT_AFTER_QUESTION = 388

const test_ = useTestApp()
const { parties, manager } = useParties(test_)
const lists = priceListDesk(test_, () => manager)

const count = (verdicts: readonly Verdict[], ...outcomes: Outcome[]) =>
  verdicts.filter(({ outcome }) => outcomes.includes(outcome)).length

/** The makers are known, as to a portal that has other price lists. */
beforeAll(async () => {
  const names = new Set(LISTS.flatMap(({ offers }) => offers.map(({ brand }) => brand)))
  const brands = [...names].map((name) => ({ name, key: brandKey(name), slug: slugOf(brandKey(name)) }))
  await test_.database.db.insertInto('brands').values(brands).execute()
})

test('generated lists are 400 and the same at every run', () => {
  const digest = (generated: typeof LISTS) =>
    generated.map(({ fileName, offers }) =>
      createHash('sha256')
        .update(JSON.stringify([fileName, offers]))
        .digest('hex'),
    )
  expect(LISTS).toHaveLength(400)
  expect(digest(generateLists())).toEqual(digest(LISTS))
})

test('generated lists are imported right, ask one question, or are refused', { timeout: 900_000 }, async () => {
  const { db } = test_.database
  const verdicts: Verdict[] = []
  for (const list of LISTS) {
    const { id } = await buildWarehouse(db, parties.seller.id, { source: { kind: 'partner' } })
    verdicts.push(await judge({ lists, db }, id, list))
  }
  for (const [fault, own] of Map.groupBy(verdicts, ({ list }) => list.fault)) {
    const wrongRows = own.reduce((sum, verdict) => sum + verdict.wrongRows, 0)
    reportFigure(
      'generated-lists',
      `${fault}: верно сразу ${count(own, 'right')} из ${own.length}, после вопроса ${count(own, 'right_after_question')}, ` +
        `отказов ${count(own, 'refused')}, вопросов без ответа ${count(own, 'asked')}, неверных строк ${wrongRows}`,
    )
  }
  const right = count(verdicts, 'right')
  const together = count(verdicts, 'right', 'right_after_question')
  reportFigure('generated-lists', `верно сразу ${right} из ${verdicts.length}, вместе с одним вопросом ${together}`)
  expect(right).toBeGreaterThanOrEqual(MIN_RIGHT)
  expect(together).toBeGreaterThanOrEqual(MIN_RIGHT_AFTER_QUESTION)
  expect(verdicts.filter(({ wrongRows }) => wrongRows > 0).map(({ list }) => `${list.layout} ${list.fault}`)).toEqual(
    [],
  )
})

import { expect, test } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from './catalog.factory.ts'
import { learnWords } from './name-words.queries.ts'
import { readNewNames } from './name-words.ts'
import { selectSuggestions } from './names.queries.ts'

const test_ = useTestApp()

async function suggested(...words: string[]) {
  const rows = await selectSuggestions(test_.appDatabase.sql, 'no such article', words, 8)
  return rows.map(({ name }) => name).toSorted()
}

test('prefix suggests every name with a matching word, digits included, before and after indexing', async () => {
  const names = ['Стартер ВАЗ2110', 'Стартер вазовский', 'Стартер, ваза и рамка']
  for (const name of names) await buildProduct(test_.database.db, { name })
  const found = names.toSorted()
  expect(await suggested('стартеры', 'ваз')).toEqual(found)
  await readNewNames(test_.appDatabase.sql)
  expect(await suggested('стартеры', 'ваз')).toEqual(found)
  expect(await suggested('стартеры', 'вазовск')).toEqual(['Стартер вазовский'])
})

test('prefix shared by very many words still gets suggestions', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `Гайка Q${String.fromCharCode(1072 + (n % 32))}${n}x`)
  for (const name of names) await buildProduct(test_.database.db, { name })
  await buildProduct(test_.database.db, { name: 'Гайка колеса' })
  await readNewNames(test_.appDatabase.sql)
  const eight = await suggested('гайк')
  expect(eight).toHaveLength(8)
  expect(await suggested('гайк', 'кол')).toEqual(['Гайка колеса'])
})

test('product name in an open transaction is indexed after its commit, although later names exist', async () => {
  const { db } = test_.database
  const { sql } = test_.appDatabase
  await readNewNames(sql)
  const slow = await db.startTransaction().execute()
  await buildProduct(slow, { name: 'Ретранслятор' })
  await buildProduct(db, { name: 'Дефлектор' })
  const isKnown = async (stem: string) =>
    (await db.selectFrom('name_stems').select('stem').where('stem', '=', stem).execute()).length === 1
  expect(await learnWords(sql, 100)).toBe('more')
  expect(await learnWords(sql, 100)).toBe('others')
  expect([await isKnown('ретранслятор'), await isKnown('дефлектор')]).toEqual([false, false])
  await slow.commit().execute()
  await readNewNames(sql)
  expect([await isKnown('ретранслятор'), await isKnown('дефлектор')]).toEqual([true, true])
})

test('name that cannot be learnt is set aside, and the names after it are learnt', async () => {
  const { db, sql: driver } = test_.database
  await readNewNames(test_.appDatabase.sql)
  await driver.query(`alter table name_words add constraint poisonous check (word <> 'ядовитый')`)
  const poisonous = await buildProduct(db, { name: 'Фильтр ядовитый' })
  for (const name of ['Сайлентблок', 'Теплообменник']) await buildProduct(db, { name })
  await readNewNames(test_.appDatabase.sql)
  await driver.query('alter table name_words drop constraint poisonous')
  expect(await suggested('теплообмен')).toEqual(['Теплообменник'])
  const aside = await db.selectFrom('set_aside_rows').select(['work', 'row_id']).execute()
  expect(aside).toEqual([{ work: 'name_words', row_id: poisonous.id }])
})

test('names with stop words of Russian are indexed like the rest', async () => {
  for (const name of ['Амортизатор перед левый', 'Только комплект', 'Есть один зуботехник'])
    await buildProduct(test_.database.db, { name })
  await readNewNames(test_.appDatabase.sql)
  expect(await suggested('зуботехник')).toEqual(['Есть один зуботехник'])
  const { db } = test_.database
  const { product_id: read } = await db.selectFrom('name_words_read').select('product_id').executeTakeFirstOrThrow()
  const { last } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  expect(read).toBe(last)
})

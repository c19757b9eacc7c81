import type { GroupFields, GroupRule, InventoryGroup, RuleFields } from '@artikul/contract/catalog/inventory-groups'
import type { Product } from '@artikul/contract/catalog/catalog'
import { beforeEach, describe, expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { untilWaiting } from '../../../testing/locks.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../products/catalog.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { regroupNext } from './grouping.queries.ts'

const URL = '/api/v1/inventory-groups'
const RULES = '/api/v1/inventory-group-rules'
const test_ = useTestApp()
const { parties, manager } = useParties(test_)

beforeEach(async () => {
  const { db } = test_.database
  await db.updateTable('products').set({ group_id: null }).execute()
  for (const table of ['inventory_group_rules', 'inventory_group_products', 'inventory_groups'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('products').execute()
})

describe('inventory group', () => {
  test('is closed to clients, and staff without the right cannot change it', async () => {
    const { db } = test_.database
    const client = await loginAs(test_, parties.admin)
    const plain = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }))
    const warranty = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER', rights: [] }))
    expect((await send(test_, { url: URL })).status).toBe(401)
    expect((await send(test_, { url: URL, headers: client })).status).toBe(403)
    expect((await send(test_, { url: URL, headers: warranty })).status).toBe(200)
    expect(await post(URL, fields(), plain)).toMatchObject({ status: 403, json: { code: 'auth.permission_required' } })
    expect((await tree()).groups).toEqual([])
  })

  test.each([
    [{ name: '' }, 'name', 'Заполните поле'],
    [{ marking: 'required' }, 'marking_from', 'Укажите, с какого дня'],
    [{ parent_id: 2_000_000 }, 'parent_id', 'Группа не найдена'],
  ] as [Partial<GroupFields>, string, string][])(
    'with %j is rejected with an error on its field',
    async (overrides, path, message) => {
      expect(await post(URL, fields(overrides))).toMatchObject({ status: 400, json: { errors: [{ path, message }] } })
    },
  )

  test('cannot have its own future id as parent', async () => {
    const next = (await create()) + 1
    const refused = { status: 400, json: { errors: [{ path: 'parent_id', message: 'Группа не найдена' }] } }
    expect(await post(URL, fields({ name: 'Внутри себя', parent_id: next }))).toMatchObject(refused)
  })

  test.each([
    [{}, 'rule.words', 'Укажите бренд, маску артикула или слова'],
    [{ article_mask: '**' }, 'rule.article_mask', 'Уточните маску: она подходит ко всем артикулам'],
    [{ words: '—' }, 'rule.words', 'Нужна хотя бы одна буква или цифра'],
    [{ brand_id: 2_000_000 }, 'rule.brand_id', 'Бренд не найден'],
  ] as [Partial<RuleFields>, string, string][])(
    'rule %j is rejected with an error on its field',
    async (overrides, path, message) => {
      const group_id = await create()
      expect(await post(RULES, { group_id, rule: ruleFields(overrides) })).toMatchObject({
        status: 400,
        json: { errors: [{ path, message }] },
      })
    },
  )

  test('change is refused for a cycle, a duplicate name, a stale version and a group in use', async () => {
    const top = await create({ name: 'Верх' })
    const low = await create({ name: 'Низ', parent_id: top })
    const move = (id: number, parent_id: number | null) => post(`${URL}/${id}/move`, { parent_id, before: null })
    const within = { status: 400, json: { errors: [{ path: 'parent_id' }] } }
    expect(await move(top, low)).toMatchObject(within)
    expect(await move(top, top)).toMatchObject(within)
    expect(await update(top, 1, { name: 'Верх', parent_id: low })).toMatchObject(within)
    expect(await post(URL, fields({ name: 'Верх' }))).toMatchObject({
      status: 409,
      json: { code: 'inventory_group.exists', errors: [{ path: 'name' }] },
    })
    expect((await update(low, 1, { name: 'Другое', parent_id: top })).json).toEqual({ version: 2 })
    expect((await update(low, 1, { name: 'Третье', parent_id: top })).status).toBe(409)
    expect(await remove(`${URL}/${top}`)).toMatchObject({ status: 409, json: { code: 'inventory_group.in_use' } })
  })
})

describe('inventory group tree', () => {
  test('is built, reordered and deleted', async () => {
    const [oils, filters] = [await create({ name: 'Масла' }), await create({ name: 'Фильтры' })]
    const air = await create({ name: 'Воздушные', parent_id: filters, markup_hundredths: 1250 })
    await post(`${URL}/${filters}/move`, { parent_id: null, before: oils })
    await post(`${URL}/${oils}/move`, { parent_id: filters, before: air })
    expect((await tree()).groups.map(({ id, parent_id, position }) => [id, parent_id, position])).toEqual([
      [filters, null, 1],
      [oils, filters, 1],
      [air, filters, 2],
    ])
    // A form opened before the move does not revert it; after a move through the form, the group comes last.
    expect((await update(oils, 1, { name: 'Масла' })).json).toMatchObject({ code: 'stale' })
    expect((await update(air, 1, { name: 'Воздушные' })).status).toBe(200)
    expect((await tree()).groups.map(({ id }) => id)).toEqual([filters, air, oils])
    for (const id of [air, oils, filters]) expect((await remove(`${URL}/${id}`)).status).toBe(200)
    expect((await tree()).groups).toEqual([])
  })
})

test('product shows its group and the marking inherited from the nearest parent group', async () => {
  const oils = await create({ name: 'Масла', marking: 'required', marking_from: '2026-04-01' })
  const motor = await create({ name: 'Моторные', parent_id: oils })
  const { id, code } = await product({ name: 'Масло' })
  const read = async () => (await send<Product>(test_, { url: `/api/v1/catalog/${code}`, headers: manager })).json
  expect(await read()).toMatchObject({ inventory_group: null, marking: null })
  await post(`${URL}/${motor}/products`, { product_id: id })
  expect(await read()).toMatchObject({ inventory_group: 'Моторные', marking: { required_from: '2026-04-01' } })
})

describe('inventory group rules', () => {
  test('assign goods in order, and a manual assignment stays', async () => {
    const mann = await product({ brand: 'MANN', article: 'W 914/2', name: 'Фильтр масляный' })
    const castrol = await product({ brand: 'CASTROL', article: '15CA25', name: 'Масло моторное 5W-40' })
    const other = await product({ brand: 'MANN', article: 'C 30 005', name: 'Фильтры воздушные' })
    const stray = await product({ brand: 'ЛЮБОЙ', article: 'X-1', name: 'Коврик' })
    const [oils, filters, special] = [
      await create({ name: 'Масла' }),
      await create({ name: 'Фильтры' }),
      await create({ name: 'Особые' }),
    ]
    await addRule(special, { brand_id: mann.brandId, article_mask: 'w-9*' })
    await addRule(filters, { words: 'фильтр' })
    await addRule(oils, { words: 'масло 5w' })
    await regroup()
    expect(await Promise.all([mann, castrol, other, stray].map(({ id }) => groupOf(id)))).toEqual([
      special,
      oils,
      filters,
      null,
    ])
    const { groups, ungrouped_count, work } = await tree()
    expect(groups.map(({ name, products_count, rules_count }) => [name, products_count, rules_count])).toEqual([
      ['Масла', 1, 1],
      ['Фильтры', 1, 1],
      ['Особые', 1, 1],
    ])
    expect([ungrouped_count, work]).toMatchObject([1, { is_running: false, percent: 100, moved: 3 }])

    // The order of rules is decisive.
    const [first, second] = await rules()
    expect(first).toMatchObject({ article_mask: 'W9*', brand: 'MANN', group: 'Особые' })
    await post(`${RULES}/${second?.id}/move`, { before: first?.id })
    await regroup()
    expect(await groupOf(mann.id)).toBe(filters)

    // Manual assignment takes effect immediately and can be reverted.
    expect((await post(`${URL}/${oils}/products`, { product_id: stray.id })).status).toBe(200)
    expect(await groupOf(stray.id)).toBe(oils)
    await regroup()
    expect(await groupOf(stray.id)).toBe(oils)
    const listed = await send(test_, { url: `${URL}/${oils}/products`, headers: manager })
    expect(listed.json).toMatchObject({
      results: [
        { product: { id: castrol.id }, is_listed: false },
        { product: { id: stray.id }, is_listed: true },
      ],
      pagination: { total_count: 2 },
    })
    expect((await remove(`${URL}/${oils}/products/${stray.id}`)).status).toBe(200)
    expect(await groupOf(stray.id)).toBeNull()
    expect((await remove(`${URL}/${oils}/products/${stray.id}`)).status).toBe(404)
  })

  test('split words the same way as product names are split', async () => {
    const [bushing, oil] = [
      await product({ name: 'Сайлент-блок рычага' }),
      await product({ name: 'Масло 5W-40 A3/B4' }),
    ]
    const group_id = await create()
    const [first] = [
      await addRule(group_id, { words: 'сайлент-блок' }),
      await addRule(group_id, { words: 'масло 5w-40' }),
    ]
    await regroup()
    expect(await Promise.all([bushing, oil].map(({ id }) => groupOf(id)))).toEqual([group_id, group_id])
    expect((await rules()).find(({ id }) => id === first)?.words).toBe('сайлент блок')
    const tried = await post(`${RULES}/preview`, { rule: ruleFields({ words: 'a3/b4' }) })
    expect(tried.json).toMatchObject({ count: 1 })
  })

  test('and manual assignments wait for a running chunk without a deadlock', async () => {
    const { db } = test_.database
    const group_id = await create()
    const { id } = await product()
    for (const change of [
      () => post(RULES, { group_id, rule: ruleFields({ words: 'деталь' }) }),
      () => post(`${URL}/${group_id}/products`, { product_id: id }),
    ]) {
      const changed = await db.transaction().execute(async (chunk) => {
        await chunk.selectFrom('inventory_group_work').selectAll().forUpdate().execute()
        const pendingChange = change()
        await untilWaiting(db, 1)
        await chunk.updateTable('products').set({ group_id }).where('id', '=', id).execute()
        await chunk.updateTable('inventory_groups').set({ products_count: 1 }).where('id', '=', group_id).execute()
        return { asked: pendingChange }
      })
      expect((await changed.asked).status).toBeLessThan(300)
    }
  })

  test('apply to new goods, and stopped regrouping resumes where it was', async () => {
    const filters = await create()
    for (let at = 0; at < 5; at += 1) await product({ name: `Фильтр ${at}` })
    await addRule(filters, { words: 'фильтр' })
    expect(await regroupNext(test_.database.db, 2)).toBe(true)
    expect((await tree()).work).toMatchObject({ is_running: true, moved: 2 })
    await regroup()
    expect((await tree()).groups).toMatchObject([{ products_count: 5 }])
    const late = await product({ name: 'Фильтр новый' })
    await regroup()
    expect(await groupOf(late.id)).toBe(filters)
    expect((await tree()).groups).toMatchObject([{ products_count: 6 }])
  })

  test('are previewed before they are saved', async () => {
    const filters = await create()
    const one = await product({ brand: 'MANN', article: 'W 914/2', name: 'Фильтр масляный' })
    await product({ brand: 'MANN', article: 'C 30 005', name: 'Фильтр воздушный' })
    const preview = (rule: Partial<RuleFields>) =>
      post<{ count: number }>(`${RULES}/preview`, { rule: ruleFields(rule) })
    expect((await preview({ words: 'фильтры' })).json.count).toBe(2)
    expect((await preview({ article_mask: 'W?14*', brand_id: one.brandId })).json).toMatchObject({
      count: 1,
      results: [{ product: { id: one.id, article: 'W 914/2' }, group: null }],
    })
    expect(await groupOf(one.id)).toBeNull()
    const id = await addRule(filters, { words: 'фильтр' })
    const update = await send(test_, {
      method: 'PATCH',
      url: `${RULES}/${id}`,
      headers: manager,
      payload: { rule: ruleFields({ article_mask: 'w 914/2' }) },
    })
    expect(update.status).toBe(200)
    expect(await rules()).toMatchObject([{ article_mask: 'W9142', words: '' }])
    await regroup()
    expect((await tree()).groups).toMatchObject([{ products_count: 1 }])
    expect((await remove(`${RULES}/${id}`)).status).toBe(200)
    expect((await remove(`${RULES}/${id}`)).status).toBe(404)
    await regroup()
    expect(await groupOf(one.id)).toBeNull()
  })
})

interface Tree {
  groups: InventoryGroup[]
  ungrouped_count: number
  work: { is_running: boolean; percent: number; moved: number }
}

const fields = (overrides: Partial<GroupFields> = {}): GroupFields => ({
  name: 'Фильтры',
  parent_id: null,
  markup_hundredths: null,
  min_markup_hundredths: null,
  marking: null,
  marking_from: null,
  is_hidden: null,
  ...overrides,
})

const post = <T = { id: number }>(url: string, payload: object, headers = manager) =>
  send<T>(test_, { method: 'POST', url, headers, payload })

const create = async (overrides: Partial<GroupFields> = {}) => (await post(URL, fields(overrides))).json.id

const tree = async () => (await send<Tree>(test_, { url: URL, headers: manager })).json

const ruleFields = (overrides: Partial<RuleFields>): RuleFields => ({
  brand_id: null,
  article_mask: '',
  words: '',
  ...overrides,
})

const addRule = async (group_id: number, overrides: Partial<RuleFields>) =>
  (await post(RULES, { group_id, rule: ruleFields(overrides) })).json.id

const rules = async () => (await send<{ results: GroupRule[] }>(test_, { url: RULES, headers: manager })).json.results

const update = (id: number, version: number, overrides: Partial<GroupFields>) =>
  send(test_, { method: 'PATCH', url: `${URL}/${id}`, headers: manager, payload: { version, ...fields(overrides) } })

const remove = (url: string) => send(test_, { method: 'DELETE', url, headers: manager })

async function regroup(atOnce = 2) {
  while (await regroupNext(test_.database.db, atOnce));
}

const groupOf = async (productId: number) =>
  (
    await test_.database.db
      .selectFrom('products')
      .select('group_id')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
  ).group_id

const product = (overrides: Parameters<typeof buildProduct>[1] = {}) => buildProduct(test_.database.db, overrides)

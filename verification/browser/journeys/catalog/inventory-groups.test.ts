import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  field,
  SCREENS,
  signIn,
  useBrowser,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs } from '../../../../e2e/src/people.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()

interface Tree {
  groups: { id: number; name: string; parent_id: number | null; products_count: number }[]
}
const tree = async () => (await (await asManager()).get<Tree>('/inventory-groups')).groups
const asManager = () => callAs(ACCOUNTS.ArtikulOrderManager)

interface Found {
  products: { id: number; code: string; article: string; offers_count: number }[]
}

test('group is created, filled by a rule, changes the client price by its markup and is moved by drag', async () => {
  const product = await thermostat(0)
  const before = await product.price()
  const person = await open()
  const { page } = person
  await page.getByText('Выберите группу').waitFor()
  await expectSoundInBothThemes(person, 'tree of groups')
  for (const name of ['Охлаждение', 'Термостаты']) {
    await page.getByRole('button', { name: 'Добавить группу' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новая группа номенклатуры' })
    await dialog.getByRole('button', { name: 'Добавить' }).click()
    await dialog.getByText('Заполните поле').waitFor()
    await field(dialog, 'Название').fill(name)
    if (name === 'Термостаты') await field(dialog, 'Наценка группы, %').fill('10')
    await dialog.getByRole('button', { name: 'Добавить' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name, exact: true }).waitFor()
  }

  await page.getByRole('button', { name: 'Термостаты', exact: true }).click()
  await page.getByRole('button', { name: 'Добавить правило' }).click()
  const rule = page.getByRole('dialog', { name: /^Новое правило/ })
  await field(rule, 'Слова в названии').fill('термостаты')
  await rule.getByText(/^Поймает \d+/).waitFor()
  await expectSoundInBothThemes(person, 'rule with what it catches')
  await rule.getByRole('button', { name: 'Добавить' }).click()
  await rule.waitFor({ state: 'detached' })
  await page.getByRole('table', { name: 'Товары группы «Термостаты»' }).waitFor({ timeout: 15_000 })
  await expectSoundInBothThemes(person, 'group with goods')
  await expect.poll(async () => Math.round(((await product.price()) / before) * 100), { timeout: 5000 }).toBe(110)

  // By keyboard alone: the first of two rules moves down together with the focus.
  const manager = await asManager()
  const group = (await tree()).find(({ name }) => name === 'Термостаты')
  await manager.post('/inventory-group-rules', {
    group_id: group?.id,
    rule: { brand_id: null, article_mask: 'TH*', words: '' },
  })
  await page.reload()
  const lower = page.getByRole('button', { name: 'Ниже: слова «термостаты»' })
  await lower.press('Enter')
  await expect.poll(() => lower.isDisabled()).toBe(true)
  const higher = page.getByRole('button', { name: 'Выше: слова «термостаты»' })
  await higher.press('Enter')
  await expect.poll(() => lower.isEnabled()).toBe(true)
  await expect.poll(() => higher.evaluate((button) => button === document.activeElement)).toBe(true)

  await page
    .getByRole('button', { name: 'Термостаты', exact: true })
    .dragTo(page.getByRole('button', { name: 'Охлаждение', exact: true }))
  await expect
    .poll(async () => (await tree()).find(({ name }) => name === 'Термостаты')?.parent_id, { timeout: 5000 })
    .toBe((await tree()).find(({ name }) => name === 'Охлаждение')?.id)
  await page.getByRole('heading', { name: 'Охлаждение / Термостаты' }).waitFor()
  await person.close()
})

test('product is put into a group manually on a phone and given back to the rules', async () => {
  const manager = await asManager()
  const nothing = { markup_hundredths: null, min_markup_hundredths: null, marking: null, marking_from: null }
  await manager.post('/inventory-groups', { name: 'Ручная', parent_id: null, is_hidden: null, ...nothing })
  const { article } = await thermostat(1)
  const person = await open(SCREENS[2])
  const { page } = person
  await page.getByRole('button', { name: 'Ручная', exact: true }).click()
  await field(page, 'Положить товар вручную').fill(article)
  await page.getByRole('option').first().click()
  await page.getByText('Положен вручную').waitFor()
  await expectSoundInBothThemes(person, 'group on a phone')
  await page.getByRole('button', { name: /^Вернуть правилам/ }).click()
  await page.getByText('Положен вручную').waitFor({ state: 'detached' })
  await person.close()
})

async function open(screen = SCREENS[0] as (typeof SCREENS)[number]) {
  const person = await visit(screen)
  await signIn(person, 'ArtikulOrderManager')
  await person.page.goto(`${person.origin}/admin`)
  await expectLoaded(person.page, 'Группы номенклатуры')
  return person
}

/** Goods that no rule of the demonstration matches. */
async function thermostat(at: number) {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  const { products } = await client.get<Found>('/search?q=термостат')
  const product = products.filter(({ offers_count: count }) => count > 0)[at] ?? expect.fail('no thermostat')
  const price = async () =>
    (await client.get<{ offers: { price_kop: number }[] }>(`/catalog/${product.code}`)).offers[0]?.price_kop ?? 0
  return { ...product, price }
}

import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  field,
  PASSWORD,
  SCREENS,
  signIn,
  useBrowser,
} from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs } from '../src/people.ts'

const originOf = useServer({ name: 'groups', port: 3182, settings: () => ({}) })
const visit = useBrowser(originOf)

interface Tree {
  groups: { id: number; name: string; parent_id: number | null; products_count: number }[]
}
const tree = async () => (await (await asManager()).get<Tree>('/inventory-groups')).groups
const asManager = () => callAs(ACCOUNTS.ArtikulOrderManager, PASSWORD, originOf())

async function open(screen = SCREENS[0] as (typeof SCREENS)[number]) {
  const person = await visit(screen)
  await signIn(person, 'ArtikulOrderManager')
  await person.page.goto(`${person.origin}/admin`)
  await expectLoaded(person.page, 'Управление порталом')
  return person
}

test('a group is made, a rule fills it, its markup reaches the client, and a drag puts it elsewhere', async () => {
  const person = await open()
  const { page } = person
  await page.getByText('Групп пока нет').waitFor()
  await expectSoundInBothThemes(person, 'no groups')
  for (const name of ['Фильтры', 'Масляные']) {
    await page.getByRole('button', { name: 'Добавить группу' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новая группа номенклатуры' })
    await dialog.getByRole('button', { name: 'Добавить' }).click()
    await dialog.getByText('Заполните поле').waitFor()
    await field(dialog, 'Название').fill(name)
    if (name === 'Масляные') await field(dialog, 'Наценка группы, %').fill('10')
    await dialog.getByRole('button', { name: 'Добавить' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name, exact: true }).waitFor()
  }

  const client = await callAs(ACCOUNTS.ContractorAdmin, PASSWORD, originOf())
  const price = async () =>
    (await client.get<{ offers: { price_kop: number }[] }>('/catalog/hyundaikia-2630035503')).offers[0]?.price_kop ?? 0
  const before = await price()
  await page.getByRole('button', { name: 'Масляные', exact: true }).click()
  await page.getByRole('button', { name: 'Добавить правило' }).click()
  const rule = page.getByRole('dialog', { name: /^Новое правило/ })
  await field(rule, 'Слова в названии').fill('фильтры масляные')
  await rule.getByText(/^Поймает \d+/).waitFor()
  await expectSoundInBothThemes(person, 'rule with what it catches')
  await rule.getByRole('button', { name: 'Добавить' }).click()
  await rule.waitFor({ state: 'detached' })
  const goods = page.getByRole('table', { name: 'Товары группы «Масляные»' })
  await goods.getByText('26300-35503').waitFor({ timeout: 15_000 })
  await expectSoundInBothThemes(person, 'group with goods')
  await expect.poll(async () => Math.round(((await price()) / before) * 100), { timeout: 5000 }).toBe(110)

  await page
    .getByRole('button', { name: 'Масляные', exact: true })
    .dragTo(page.getByRole('button', { name: 'Фильтры', exact: true }))
  await expect
    .poll(async () => (await tree()).find(({ name }) => name === 'Масляные')?.parent_id, { timeout: 5000 })
    .toBe((await tree()).find(({ name }) => name === 'Фильтры')?.id)
  await page.getByRole('heading', { name: 'Фильтры / Масляные' }).waitFor()
  await person.close()
})

test('works on a phone: a product is put by hand and given back to the rules', async () => {
  const person = await open(SCREENS[2])
  const { page } = person
  await page.getByRole('button', { name: 'Фильтры', exact: true }).click()
  await field(page, 'Положить товар вручную').fill('OC 508')
  await page
    .getByRole('option', { name: /OC 508/ })
    .first()
    .click()
  await page.getByText('Положен вручную').waitFor()
  await expectSoundInBothThemes(person, 'group on a phone')
  await page.getByRole('button', { name: /^Вернуть правилам/ }).click()
  await page.getByText('Товаров пока нет').waitFor()
  await person.close()
})

import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSound,
  expectSoundInBothThemes,
  field,
  SCREENS,
  signIn,
  useBrowser,
  type Account,
  type Visit,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs } from '../../../../e2e/src/people.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()
const table = ({ page }: Visit, name: string) => page.getByRole('table', { name, exact: true })
const as = (account: Account) => callAs(ACCOUNTS[account])

interface Found {
  groups: { kind: string; cross?: { kind: string; source: string }; product: { code: string; brand: string } }[]
}
const search = async (q: string) =>
  (await (await as('ContractorUser')).get<Found>(`/search?q=${encodeURIComponent(q)}`)).groups

test('brand from a price list is merged into a known brand, and its products are found there', async () => {
  const person = await open('/settings?tab=brands')
  const { page } = person
  await page.getByText(/Из прайс-листов пришли новые бренды: 3\sбренда без проверки\./).waitFor()
  await expectSoundInBothThemes(person, 'brands')
  await page.getByRole('button', { name: 'Проверить' }).click()
  const rows = table(person, 'Бренды').getByRole('row')
  await expect.poll(() => rows.count()).toBe(4)
  await expectSoundInBothThemes(person, 'new brands')

  await rows.filter({ hasText: 'LEMFЦRDER' }).getByRole('button', { name: 'Объединить с LEMFORDER' }).waitFor()
  await rows.filter({ hasText: 'BOCSH' }).getByRole('button', { name: 'Объединить с BOSCH' }).click()
  const window = page.getByRole('dialog', { name: 'Объединить «BOCSH»' })
  await window.getByText(/^1\sтовар из «BOCSH» в «BOSCH»$/).waitFor()
  await window.getByText(/^1\sтовар с одинаковым артикулом$/).waitFor()
  await expectSoundInBothThemes(person, 'what a merge will do')
  await window.getByRole('button', { name: 'Объединить', exact: true }).click()
  await window.waitFor({ state: 'detached' })
  await expect.poll(() => rows.count()).toBe(3)

  const products = (await search('BOCSH 0986452071')).map(({ product }) => product)
  expect(products).toContainEqual(expect.objectContaining({ brand: 'BOSCH', code: 'bocsh-0986452071' }))
  const old = await (await as('ContractorUser')).get<{ code: string }>('/catalog/bocsh-0986452036')
  expect(old.code, 'an old address leads to what is kept').toBe('bosch-0986452036')

  await rows.filter({ hasText: 'ZEKKERT' }).getByRole('button', { name: 'Это новый бренд' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await expectSound(person, 'after the merge')
  await person.close()
})

test('added brand spelling is found by search, and one of another brand is refused', async () => {
  const person = await open('/settings?tab=brands&q=mahle')
  const { page } = person
  await page.getByRole('button', { name: 'MAHLE', exact: true }).click()
  const window = page.getByRole('dialog', { name: 'Бренд «MAHLE»' })
  const spellings = field(window, 'Другие написания')
  await spellings.fill('Мале\nTRW')
  await window.getByRole('button', { name: 'Сохранить' }).click()
  await window.getByText('«TRW»: Это написание бренда «TRW»').waitFor()
  await expectSoundInBothThemes(person, 'refused spelling', /409 \(Conflict\)/)
  await spellings.fill('Мале')
  await window.getByRole('button', { name: 'Сохранить' }).click()
  await window.waitFor({ state: 'detached' })
  const products = (await search('Мале OC 500')).map(({ product }) => product.brand)
  expect(products[0]).toBe('MAHLE')
  await person.close()
})

const FILE = `Бренд;Артикул;Бренд аналога;Артикул аналога;Тип;Надёжность
MAHLE;OC 264;TRW;GDB3548;аналог;5
MAHLE;OC 264;НЕИЗВЕСТНЫЙ;X-1;;
`

test.each([SCREENS[0], SCREENS[2]])('cross references are previewed, imported, rolled back: $name', async (screen) => {
  const person = await open('/settings?tab=crosses', screen)
  const { page } = person
  await page.getByRole('button', { name: 'Загрузить из файла' }).click()
  const file = { name: `Каталог ${screen.width}.csv`, mimeType: 'text/csv', buffer: Buffer.from(FILE) }
  await page.getByLabel('Файл', { exact: true }).setInputFiles(file)
  const window = page.getByRole('dialog', { name: file.name })
  await window.getByText('Аналог: неизвестный производитель: НЕИЗВЕСТНЫЙ').waitFor()
  await expectSoundInBothThemes(person, 'file that was read')
  await window.getByRole('button', { name: /^Загрузить 1\sстроку$/ }).click()
  await window.getByText('Добавлено кроссов').waitFor()
  await window.getByRole('button', { name: 'Закрыть' }).last().click()
  await window.waitFor({ state: 'detached' })

  const related = (await search('MAHLE OC 264')).find(({ product }) => product.brand === 'TRW')
  expect(related).toMatchObject({ kind: 'analogue', cross: { kind: 'analogue', source: `Каталог ${screen.width}` } })

  await field(page, 'Артикул').fill('GDB3548')
  await field(page, 'Артикул').press('Enter')
  const row = table(person, 'Кроссы').getByRole('row').filter({ hasText: 'OC 264' })
  await row.getByText('Надёжный').waitFor()
  await expectSoundInBothThemes(person, 'crosses')
  await page.getByRole('button', { name: 'Отменить загрузку' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
  await row.waitFor({ state: 'detached' })
  expect((await search('MAHLE OC 264')).some(({ product }) => product.brand === 'TRW')).toBe(false)
  await expectSound(person, 'after the rollback')
  await person.close()
})

async function open(path: string, screen: (typeof SCREENS)[number] = SCREENS[0]) {
  const person = await visit(screen)
  await signIn(person, 'ArtikulOrderManager')
  await person.page.goto(person.origin + path)
  await expectLoaded(person.page, 'Настройки')
  return person
}

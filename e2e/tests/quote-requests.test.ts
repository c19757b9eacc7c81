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
} from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs } from '../src/people.ts'

useServer()
const visit = useBrowser()

const ABSENT = '00.P034.42'
const OFFERED = '26300-35503'
const VIN = 'XW8ZZZ61ZEG061733'
/** Smallest possible picture. */
const PHOTO = {
  name: 'колодки.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const as = (who: Account) => callAs(ACCOUNTS[who])

test('part not found by search is requested, offered at a special price and added to the cart', async () => {
  const id = await ask()
  await answer(id)
  const person = await open('ContractorUser', `/requests/${id}`, /^Запрос З-/, SCREENS[2])
  const { page } = person
  await page.getByText('Этого номера нет, подобрали замену').waitFor()
  await expectSoundInBothThemes(person, 'the answer on the phone')
  await page.getByRole('button', { name: 'В корзину', exact: true }).click()
  await page.getByText('В корзине 1 строка ответа').first().waitFor()
  await page.getByText('в корзине', { exact: true }).waitFor()
  const client = await as('ContractorUser')
  const request = await client.get<Request>(`/quote-requests/${id}`)
  const [offered] = request.answers
  const cart = await client.get<{ lines: { offer: { price_kop: number }; special_until: string | null }[] }>('/cart')
  expect(cart.lines.map(({ offer, special_until }) => [offer.price_kop, special_until !== null])).toContainEqual([
    offered?.special_kop,
    true,
  ])
  expect(offered?.ordinary_kop).toBe((offered?.special_kop ?? 0) + 100)
  await page.goto(`${person.origin}/cart`)
  await expectLoaded(page, 'Корзина')
  await page.getByText(/^Спец\. цена до/).waitFor()
  await expectSoundInBothThemes(person, 'cart with a promised price')
  await page.goto(`${person.origin}/requests/${id}`)
  await expectLoaded(page, /^Запрос З-/)
  await page.getByRole('button', { name: 'Закрыть запрос' }).click()
  await page.getByText('Закрыт', { exact: true }).waitFor()
  await field(page, 'Сообщение менеджеру').fill('Нужны ещё две штуки')
  await page.getByRole('button', { name: 'Отправить', exact: true }).click()
  await page.getByRole('listitem').getByText('Нужны ещё две штуки').waitFor()
  expect((await client.get<Request>(`/quote-requests/${id}`)).state).toBe('waiting')
  await expectSound(person, 'opened again')
  await person.close()
})

interface Request {
  id: number
  state: string
  answers: { id: number; ordinary_kop: number; special_kop: number; ordered_qty: number }[]
}

async function open(
  who: Account,
  path: string,
  heading: string | RegExp,
  screen: (typeof SCREENS)[number] = SCREENS[0],
) {
  const person = await visit(screen)
  await signIn(person, who)
  await person.page.goto(person.origin + path)
  await expectLoaded(person.page, heading)
  return person
}

/** Creates a request with a car and a photo from an empty search and returns its id. */
async function ask(): Promise<number> {
  const person = await open('ContractorUser', `/catalog?q=${ABSENT}&qty=4`, /Результаты поиска/)
  const { page } = person
  await page.getByRole('link', { name: 'Запрос менеджеру' }).click()
  await expectLoaded(page, 'Новый запрос менеджеру')
  expect(await field(page, 'Артикул').inputValue()).toBe(ABSENT)
  expect(await field(page, 'Количество').inputValue()).toBe('4')
  await field(page, 'VIN или номер кузова').fill('XW8ZZZ61ZEGO61733')
  await page.getByRole('button', { name: 'Отправить запрос' }).click()
  await page.getByText(/В VIN не бывает букв I, O и Q/).waitFor()
  await expectSoundInBothThemes(person, 'refused VIN')
  await field(page, 'VIN или номер кузова').fill(VIN)
  await page.locator('input[type=file]').setInputFiles(PHOTO)
  await page.getByRole('img', { name: PHOTO.name }).waitFor()
  await page.getByRole('button', { name: 'Отправить запрос' }).click()
  await expectLoaded(page, /^Запрос З-\d{6}/)
  await page
    .getByText(/^Ответим /)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Открыть фото 1' }).click()
  await page.getByRole('dialog').getByRole('img', { name: 'Фото к запросу' }).waitFor()
  await expectSoundInBothThemes(person, 'photo')
  const id = Number(/\d+$/.exec(page.url())?.[0])
  await person.close()
  return id
}

/** Takes the request as a manager and offers goods below the ordinary price. */
async function answer(id: number): Promise<void> {
  const person = await open('ArtikulOrderManager', '/requests', 'Запросы менеджеру')
  const { page } = person
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/requests/${id}"]`) })
  await row.getByRole('button', { name: /^Взять/ }).click()
  await row.getByText('В работе').waitFor()
  await row.getByRole('link', { name: /^З-/ }).click()
  await expectLoaded(page, /^Запрос З-/)
  await page.getByRole('button', { name: new RegExp(`^Подобрать.*${ABSENT}`) }).click()
  const window = page.getByRole('dialog', { name: 'Подобрать предложение' })
  await field(window, 'Артикул, штрихкод или название').fill(OFFERED)
  await window.getByRole('button', { name: 'Найти' }).click()
  const choose = window.getByRole('button', { name: new RegExp(`^Выбрать HYUNDAI/KIA ${OFFERED}`) }).first()
  await choose.waitFor()
  await expectSoundInBothThemes(person, 'offers for the answer')
  await choose.click()
  await field(page, 'Спец. цена').fill('1')
  await page.getByRole('button', { name: 'Отправить ответ' }).click()
  await page.getByText(/^Ниже закупки: /).waitFor()
  await expectSoundInBothThemes(person, 'below purchase', /409 \(Conflict\)/)
  const api = await as('ArtikulOrderManager')
  const found = await api.get<{ groups: { offers: { price_kop: number }[] }[] }>(
    `/quote-requests/${id}/offers?q=${encodeURIComponent(OFFERED)}`,
  )
  const ordinary = found.groups[0]?.offers[0]?.price_kop ?? 0
  await field(page, 'Спец. цена').fill(String((ordinary - 100) / 100).replace('.', ','))
  await field(page, 'Сообщение к ответу').fill('Этого номера нет, подобрали замену')
  await page.getByRole('button', { name: 'Отправить ответ' }).click()
  await page.getByText('Ответ отправлен', { exact: true }).first().waitFor()
  await page.getByText(/^Спец\. цена до/).waitFor()
  await expectSoundInBothThemes(person, 'answered', /409 \(Conflict\)/)
  await person.close()
}

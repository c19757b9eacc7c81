import { expect, test } from 'vitest'
import {
  expectLoaded,
  expectSound,
  expectSoundInBothThemes,
  field,
  signIn,
  SCREENS,
  useBrowser,
  type Account,
  type Visit,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()

const FOUND = '/catalog?q=26300-35503'
const CARD = '/catalog/hyundaikia-2630035503'
/** One sheet, in points. */
const A4 = '/MediaBox [0 0 594.95996 841.91998]'
const SHOWN = 'Цены для клиента, с вашей наценкой'
const offersOf = ({ page }: Visit) => page.getByRole('region', { name: 'Предложения' })
const switchOf = ({ page }: Visit) => page.getByRole('switch', { name: 'Цены для клиента' })
const kopecks = (text: string) => Number(text.replace(/[^\d]/g, ''))

test.each([SCREENS[0], SCREENS[2]])(
  'customer view shows prices with markup and prints an offer without supplier data: $name',
  async (screen) => {
    const person = await open(screen)
    const { page } = person
    const own = await cheapest(person)
    const ownText = await offersOf(person).innerText()
    expect(ownText).toContain('Склад 107')

    // On a phone it is in the filters.
    if (screen === SCREENS[2]) await page.getByRole('button', { name: 'Фильтры' }).click()
    await switchOf(person).click()
    const window = page.getByRole('dialog', { name: 'Цены для клиента' })
    await window.getByRole('button', { name: 'Добавить ступень' }).click()
    await window.getByRole('button', { name: 'Сохранить' }).click()
    await window.getByText('Укажите цену').waitFor()
    await expectSoundInBothThemes(person, 'refused step')
    await setMarkup(person, '1000,5')
    await window.getByText('От 0 до 1000 %').waitFor()
    await setMarkup(person, '50')
    await page.getByText(SHOWN).waitFor()
    expect(await cheapest(person)).toBe(Math.ceil((own * 1.5) / 1000) * 1000)
    expect(await offersOf(person).innerHTML()).not.toMatch(/Склад 107|Москва, Южный|Возврат|Прайс от/)
    await expectSoundInBothThemes(person, 'shown to a customer')

    // The mode persists after a reload, and in the card as well.
    await page.goto(person.origin + CARD)
    await page.getByText(SHOWN).waitFor()
    await expectLoaded(page)
    expect(await page.getByRole('main').innerText()).not.toMatch(/Склад 107|Москва, Южный|Возврат/)
    await expectSoundInBothThemes(person, 'card shown to a customer')
    for (const at of [0, 1])
      await page
        .getByRole('button', { name: /^В предложение: / })
        .nth(at)
        .click()
    await page.getByRole('link', { name: 'Предложение: 2' }).click()
    await expectLoaded(page, 'Предложение клиенту')
    const sheet = page.getByRole('article', { name: 'Предложение клиенту' })
    await sheet
      .getByRole('button', { name: /^Увеличить: / })
      .first()
      .click()
    await sheet
      .getByRole('button', { name: /^Убрать из предложения: / })
      .last()
      .click()
    await sheet.getByText(/^Итого: /).waitFor()
    expect(kopecks(await sheet.getByText(/^Итого: /).innerText())).toBe(2 * Math.ceil((own * 1.5) / 1000) * 1000)
    await expectSoundInBothThemes(person, 'proposal')

    await page.emulateMedia({ media: 'print' })
    const printed = await page.locator('body').innerText()
    expect(printed).toContain('Предложение')
    expect(printed).toMatch(/ООО «/)
    expect(printed).toMatch(/2\sшт\./)
    expect(printed).not.toMatch(/Артикул|Склад|Печать|Каталог|Ваш менеджер/)
    await page.emulateMedia({ media: null })
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(paper.match(/\/MediaBox \[[^\]]*\]/g)).toEqual([A4])

    await page.getByRole('button', { name: 'Очистить', exact: true }).click()
    await page.getByRole('button', { name: 'Да', exact: true }).click()
    await page.getByText('В предложении пока ничего нет').waitFor()
    await page.goto(person.origin + FOUND)
    await page.getByRole('button', { name: 'Выключить' }).click()
    await expect.poll(() => cheapest(person)).toBe(own)
    if (screen === SCREENS[2]) await page.getByRole('button', { name: 'Фильтры' }).click()
    await switchOf(person).click()
    await page.getByText(SHOWN).waitFor()
    await person.close()
  },
)

test('cart line added in customer view keeps the price without markup', async () => {
  const person = await open()
  const { page } = person
  const own = await cheapest(person)
  await switchOf(person).click()
  await setMarkup(person, '100')
  await page.getByText(SHOWN).waitFor()
  await offersOf(person)
    .getByRole('button', { name: /^В корзину: / })
    .first()
    .click()
  await page.getByText('Добавлено в корзину').first().waitFor()
  await page.goto(`${person.origin}/cart`)
  await expectLoaded(page, 'Корзина')
  const price = `${Math.floor(own / 100)},${String(own % 100).padStart(2, '0')}`
  await page.getByText(price).first().waitFor()
  await expectSound(person, 'cart')
  await person.close()
})

test('manager has no customer view', async () => {
  const person = await open(SCREENS[0], 'ArtikulOrderManager')
  expect(await switchOf(person).count()).toBe(0)
  await person.close()
})

async function open(screen = SCREENS[0] as (typeof SCREENS)[number], who: Account = 'ContractorUser') {
  const person = await visit(screen)
  await signIn(person, who)
  await person.page.goto(person.origin + FOUND)
  await expectLoaded(person.page, /Результаты поиска/)
  return person
}

const cheapest = async (person: Visit) =>
  kopecks(
    await offersOf(person)
      .getByText(/^[\d\s]+,\d\d(\s₽)?$/)
      .first()
      .innerText(),
  )

/** Sets one markup step for every price: so many per cent, up to ten roubles. */
async function setMarkup({ page }: Visit, percent: string) {
  const window = page.getByRole('dialog', { name: 'Цены для клиента' })
  await window.waitFor()
  while ((await window.getByRole('button', { name: 'Убрать ступень' }).count()) > 0)
    await window.getByRole('button', { name: 'Убрать ступень' }).first().click()
  await field(window, 'Наценка, %').fill(percent)
  await field(window, 'Округлять вверх').selectOption('до 10 рублей')
  await window.getByRole('button', { name: 'Сохранить' }).click()
}

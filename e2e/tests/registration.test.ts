import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  expectLoaded,
  expectSound,
  field,
  SCREENS,
  signIn,
  useBrowser,
  type Screen,
  type Visit,
} from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { useMailServer } from '../src/mail-server.ts'

const post = useMailServer(3196)
useServer(() => ({ SMTP_URL: post.url, MAIL_FROM: 'Артикул <noreply@portal.example>' }))
const visit = useBrowser()

const PASSWORD = 'Новая-Компания-2026'
const [DESK, PHONE] = [SCREENS[0], SCREENS[3]]

async function fillIn(form: Locator, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await field(form, label).fill(text)
}

const pendingNotice = ({ page }: Visit) => page.getByRole('complementary', { name: 'Заявка компании' })

const toCart = (page: Page) => page.getByRole('button', { name: /^В корзину: HYUNDAI\/KIA 26300-35503/ }).first()

const PRICE = /\d,\d\d/

test('company registers, sees no prices before approval and then orders', { timeout: 180_000 }, async () => {
  const person = await arrive(DESK)
  const { page } = person
  const inn = field(page, 'ИНН')
  await field(page, 'Наименование').fill('ООО «Рассвет»')
  await inn.fill('6317004214')
  await page.getByText('Неверный ИНН: не сходится контрольное число').waitFor()
  await page.getByRole('button', { name: 'Далее' }).click()
  // The refusal appears beside its field and focuses it; typed values are preserved.
  await expect.poll(() => inn.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await inn.getAttribute('aria-invalid')).toBe('true')
  expect(await field(page, 'Наименование').inputValue()).toBe('ООО «Рассвет»')
  expect(await inn.inputValue()).toBe('6317004214')
  await expectSound(person, 'wrong ИНН')
  await register(person, RASSVET)
  await confirmByLetter(person, RASSVET)
  await pendingNotice(person)
    .getByText(/на рассмотрении/)
    .waitFor()
  await expectSound(person, 'home of who waits')
  await searchFor(person, '26300-35503')
  expect(await page.locator('body').innerText()).not.toMatch(PRICE)
  await expectSound(person, 'catalogue without prices')

  const staff = await visit(DESK)
  await openApplication(staff, RASSVET)
  await approve(staff, 'РМ-1/2026')
  await expectSound(staff, 'let in')
  await staff.close()
  await post.receive(RASSVET.person.email, 'Компания подтверждена')

  await page.reload()
  await expectLoaded(page)
  await pendingNotice(person).waitFor({ state: 'detached' })
  await orderFirstPart(person)
  await person.close()
})

test(
  'declined company sees the reason, corrects its details and is approved',
  { tags: 'detail', timeout: 180_000 },
  async () => {
    const person = await arrive(PHONE)
    const { page, origin } = person
    await register(person, ZAKAT)
    await confirmByLetter(person, ZAKAT)
    const reason = 'КПП не совпадает с выпиской из ЕГРЮЛ'

    const staff = await visit(PHONE)
    await openApplication(staff, ZAKAT)
    await staff.page.getByRole('button', { name: 'Отклонить', exact: true }).click()
    const window = staff.page.getByRole('dialog', { name: 'Отклонить заявку' })
    await field(window, 'Причина').fill(reason)
    await expectSound(staff, 'refusal')
    await window.getByRole('button', { name: 'Отклонить' }).click()
    await staff.page.getByText(`Заявка отклонена: ${reason}`).waitFor()
    await expectSound(staff, 'declined')
    await staff.close()

    const letter = await post.receive(ZAKAT.person.email, 'Заявка отклонена')
    expect(letter.text).toContain(reason)
    await page.goto(letter.link)
    await page.getByText(`Заявка отклонена: ${reason}`).waitFor()
    await expectLoaded(page)
    await expectSound(person, 'card of the declined')
    await page.getByRole('button', { name: 'Изменить', exact: true }).click()
    const requisites = page.getByRole('dialog', { name: 'Реквизиты' })
    await field(requisites, 'КПП').fill('770901001')
    await expectSound(person, 'requisites of the declined')
    await requisites.getByRole('button', { name: 'Сохранить' }).click()
    await requisites.waitFor({ state: 'detached' })
    await page.getByText('770901001').first().waitFor()
    await page.getByRole('button', { name: 'Отправить снова' }).click()
    await page.getByText('Заявка отправлена снова').waitFor()
    await pendingNotice(person)
      .getByText(/на рассмотрении/)
      .waitFor()
    await expectSound(person, 'applied again')

    const again = await visit(PHONE)
    await openApplication(again, ZAKAT)
    await again.page.getByText('770901001').first().waitFor()
    await approve(again, 'ЗА-2/2026')
    await again.close()
    await post.receive(ZAKAT.person.email, 'Компания подтверждена')
    await page.goto(`${origin}/`)
    await expectLoaded(page)
    await pendingNotice(person).waitFor({ state: 'detached' })
    await searchFor(person, '26300-35503')
    expect(await page.locator('main').innerText()).toMatch(PRICE)
    await person.close()
  },
)

interface Newcomer {
  company: { inn: string; kpp: string; name: string; full_name: string; address: string }
  person: { full_name: string; email: string; phone: string }
}

const RASSVET: Newcomer = {
  company: {
    inn: '6317004213',
    kpp: '631701001',
    name: 'ООО «Рассвет Моторс»',
    full_name: 'Общество с ограниченной ответственностью «Рассвет Моторс»',
    address: '443099, г. Самара, ул. Куйбышева, д. 95',
  },
  person: { full_name: 'Рассветов Павел Ильич', email: 'admin@rassvet.test', phone: '+7 846 000-11-22' },
}

const ZAKAT: Newcomer = {
  company: {
    inn: '7709003318',
    kpp: '770901999',
    name: 'ООО «Закат Авто»',
    full_name: 'Общество с ограниченной ответственностью «Закат Авто»',
    address: '109004, г. Москва, ул. Станиславского, д. 5',
  },
  person: { full_name: 'Закатова Нина Олеговна', email: 'admin@zakat.test', phone: '8 (495) 000-33-44' },
}

/** Registers from the first step to the page that announces the email. */
async function register(person: Visit, { company, person: contact }: Newcomer) {
  const { page } = person
  const form = page.locator('main form')
  const next = page.getByRole('button', { name: 'Далее' })
  await fillIn(form, {
    КПП: company.kpp,
    Наименование: company.name,
    'Полное наименование': company.full_name,
    'Юридический адрес': company.address,
    ИНН: company.inn,
  })
  await next.click()
  await page.getByRole('heading', { level: 2, name: 'Контактное лицо' }).waitFor()
  await expectSound(person, 'contact person')
  await fillIn(form, {
    ФИО: contact.full_name,
    'Электронная почта': contact.email,
    Телефон: contact.phone,
    Пароль: PASSWORD,
  })
  await next.click()
  await page.getByRole('heading', { level: 2, name: 'Согласия' }).waitFor()
  for (const box of await page.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(false)
  await expectSound(person, 'consents')
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await page.getByText('Примите условия оферты').waitFor()
  await page.getByText('Нужно согласие на обработку персональных данных').waitFor()
  await page.getByRole('checkbox', { name: 'Принимаю условия оферты' }).check()
  await page.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' }).check()
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await page.getByRole('heading', { name: 'Проверьте почту' }).waitFor()
  await expectSound(person, 'sent')
}

async function confirmByLetter(person: Visit, { company, person: { email } }: Newcomer) {
  const { page, origin } = person
  const letter = await post.receive(email, 'Подтвердите регистрацию')
  expect(letter.text).not.toContain(company.name)
  await page.goto(letter.link)
  await page.getByRole('heading', { name: 'Подтверждение почты' }).waitFor()
  await page.waitForURL(`${origin}/registration`)
  await expectSound(person, 'confirmation')
  await field(page, 'Пароль, который вы придумали при регистрации').fill(PASSWORD)
  await page.getByRole('button', { name: 'Подтвердить почту' }).click()
  await page.getByText(/отправлена менеджеру/).waitFor()
  await expectLoaded(page)
  await expectSound(person, 'confirmed')
}

/** Opens the application in the manager's list of waiting ones. */
async function openApplication(staff: Visit, { company }: Newcomer) {
  const { page, origin } = staff
  await signIn(staff, 'ArtikulOrderManager')
  await page.goto(`${origin}/contractors`)
  await expectLoaded(page, 'Покупатели')
  await page.getByRole('button', { name: /Ждут решения/ }).click()
  await expectSound(staff, 'applications')
  await page.getByRole('link', { name: company.name }).click()
  await expectLoaded(page, new RegExp(company.name))
  await expectSound(staff, 'application')
}

async function approve(staff: Visit, contract: string) {
  const { page } = staff
  await page.getByRole('button', { name: 'Принять', exact: true }).click()
  const window = page.getByRole('dialog', { name: 'Принять заявку' })
  await window.getByRole('button', { name: 'Принять' }).click()
  await window.getByText('Выберите ценовую группу').waitFor()
  const group = field(window, 'Ценовая группа')
  await group.selectOption({ index: 1 })
  await field(window, 'Менеджер').selectOption({ label: 'Иванова Мария Сергеевна' })
  await field(window, 'Продавец').selectOption({ label: 'ООО «АРТИКУЛ»' })
  await field(window, 'Номер договора').fill(contract)
  await expectSound(staff, 'approval')
  await window.getByRole('button', { name: 'Принять' }).click()
  await page.getByText('Заявка принята').waitFor()
  await window.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).getByText('Работает').waitFor()
}

async function searchFor({ page, origin }: Visit, article: string) {
  await page.goto(`${origin}/catalog?q=${article}`)
  await expectLoaded(page)
  await toCart(page).waitFor()
}

async function orderFirstPart(person: Visit) {
  const { page, origin } = person
  await page.goto(`${origin}/consignees`)
  await expectLoaded(page, 'Грузополучатели')
  await page.getByRole('button', { name: 'Добавить точку' }).click()
  const window = page.getByRole('dialog', { name: 'Новая точка' })
  await field(window, 'Название точки').fill('Главный склад')
  await field(window, 'Адрес').fill('443099, г. Самара, ул. Куйбышева, д. 95')
  await expectSound(person, 'new point')
  await window.getByRole('button', { name: 'Добавить', exact: true }).click()
  await window.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Главный склад' }).first().waitFor()
  await searchFor(person, '26300-35503')
  expect(await page.locator('main').innerText()).toMatch(PRICE)
  await expectSound(person, 'catalogue with prices')
  const added = page.waitForResponse((reply) => reply.url().endsWith('/cart/lines'))
  await toCart(page).click()
  expect((await added).status()).toBe(201)
  await page.goto(`${origin}/cart`)
  await page.getByRole('link', { name: '26300-35503' }).waitFor()
  await expectSound(person, 'cart')
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Оформить', exact: true }).click()
  await page
    .getByRole('link', { name: /Счёт на оплату №/ })
    .first()
    .waitFor()
  await expectSound(person, 'ordered')
}

async function arrive(screen: Screen) {
  const person = await visit(screen)
  await person.page.goto(`${person.origin}/registration`)
  await expectLoaded(person.page, 'Регистрация компании')
  await expectSound(person, 'registration')
  return person
}

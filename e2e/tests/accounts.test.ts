import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectLoaded, follow, signIn, signInByForm, useBrowser, type Visit } from '../src/browser.ts'
import { COMPANIES, createPerson, freshEmail, idOf, readLetter, setActive } from '../src/people.ts'
import { codeOf } from '../src/totp.ts'
import { useServer } from '../src/own-server.ts'

useServer()
const visit = useBrowser()

const NEW_PASSWORD = 'Совсем-Новый-2026'

async function signOut({ page, origin }: Visit) {
  await page.getByRole('button', { name: /^Профиль: / }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.waitForURL(`${origin}/login`)
}

/** Tries to sign in and stays on the form. */
async function tryToSignIn(page: Page, login: string, password: string) {
  await page.getByLabel('Электронная почта или логин').fill(login)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).last().click()
}

test('employee accepts an email invitation, sets a password and sees no prices without permission', async () => {
  const email = freshEmail('novichok')
  const admin = await visit()
  await signIn(admin, 'ContractorAdmin')
  await admin.page.goto(`${admin.origin}/manager`)
  await admin.page.getByRole('button', { name: 'Добавить сотрудника' }).click()
  const form = admin.page.getByRole('dialog', { name: 'Новый сотрудник' })
  await form.getByRole('button', { name: 'Создать' }).waitFor()
  await form.getByLabel('ФИО').fill('Новичкова Елена Андреевна')
  await form.getByLabel('Электронная почта').fill(email)
  await form.getByLabel('Видит цены').uncheck()
  await form.getByRole('button', { name: 'Создать' }).click()
  await admin.page.getByText('Пользователь успешно создан').waitFor()
  await form.waitFor({ state: 'detached' })
  await admin.page.getByRole('row').filter({ hasText: email }).getByText('ещё не входил(а)').waitFor()
  expect(admin.noise).toEqual([])
  await admin.close()

  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  await manager.page.goto(`${manager.origin}/settings?tab=mail&q=${email}`)
  await manager.page.getByRole('button', { name: 'Приглашение на портал' }).click()
  const letter = manager.page.getByRole('dialog', { name: 'Приглашение на портал' })
  await letter.getByText(/Задайте пароль по ссылке/).waitFor()
  const link = /https?:\/\/\S+/.exec(await letter.innerText())?.[0] ?? ''
  expect(manager.noise).toEqual([])
  await manager.close()

  const newcomer = await visit()
  const { page, noise } = newcomer
  await choosePassword(newcomer, link)
  await signInByForm(newcomer, email, NEW_PASSWORD)
  await expectLoaded(page, 'ООО «Автосервис Волга»')
  await page.goto(`${newcomer.origin}/catalog?q=26300-35503`)
  await expectLoaded(page)
  const hidden = page.getByRole('table').getByRole('img', { name: 'Цены скрыты администратором компании' })
  await hidden.first().waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/\d,\d\d/)
  await expectAccessible(page, 'catalogue without prices')
  expect(noise).toEqual([])
  await newcomer.close()
  await setActive(await idOf(email), false)
})

test('blocked employee is signed out and cannot sign in again', { tags: 'detail' }, async () => {
  const employee = await createPerson('CONTRACTOR_USER', [COMPANIES.volga], 'Уволенов Роман Львович')
  const person = await visit()
  await signIn(person, employee)
  await person.page.goto(`${person.origin}/orders`)
  await expectLoaded(person.page, 'Заказы')

  const admin = await visit()
  await signIn(admin, 'ContractorAdmin')
  await admin.page.goto(`${admin.origin}/manager?username=${employee.login}`)
  await admin.page.getByRole('button', { name: employee.full_name }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click()
  await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
  await admin.page.getByText('Пользователь заблокирован: войти он не может.').waitFor()
  // Each of these pages calls the server.
  let turn = 0
  await expect
    .poll(async () => {
      turn += 1
      await follow(person.page, turn % 2 === 0 ? '/cart' : `/orders?page=${turn}`)
      return new URL(person.page.url()).pathname
    })
    .toBe('/login')
  await tryToSignIn(person.page, employee.login, employee.password)
  await person.page.getByText('Неверный логин или пароль').waitFor()
  expect(admin.noise).toEqual([])
  expect(person.noise.filter((text) => !text.includes('401 (Unauthorized)'))).toEqual([])
  await admin.close()
  await person.close()
})

test('forgotten password is reset by an emailed link that works once', { tags: 'detail' }, async () => {
  const owner = await createPerson('CONTRACTOR_USER', [COMPANIES.volga], 'Забывалов Игорь Ильич')
  const person = await visit()
  const { page, origin, noise } = person
  await page.goto(`${origin}/login`)
  await page.getByRole('link', { name: 'Забыли пароль?' }).click()
  // The sign-in page has a field of the same name and remains until this one has loaded.
  const send = page.getByRole('button', { name: 'Отправить ссылку' })
  await send.waitFor()
  await page.getByLabel('Электронная почта или логин').fill(owner.login)
  await send.click()
  await page.getByText(/Если такая учётная запись есть/).waitFor()
  // The email is written after the reply, so that the reply time reveals nothing.
  await expect.poll(async () => (await readLetter(owner.login)).subject).toBe('Новый пароль')
  const { link } = await readLetter(owner.login)
  await choosePassword(person, link)
  await tryToSignIn(page, owner.login, owner.password)
  await page.getByText('Неверный логин или пароль').waitFor()
  await signInByForm(person, owner.login, NEW_PASSWORD)
  await expectLoaded(page)
  await signOut(person)
  await page.goto(origin + new URL(link).pathname)
  await page.getByRole('heading', { name: 'Ссылка не действует' }).waitFor()
  expect(noise.filter((text) => !/401 \(Unauthorized\)|410 \(Gone\)/.test(text))).toEqual([])
  await person.close()
})

test('account with a second factor needs a fresh code after the password', { tags: 'detail' }, async () => {
  const owner = await createPerson('CONTRACTOR_ADMIN', [COMPANIES.volga], 'Осторожнов Глеб Янович')
  const person = await visit()
  const { page, origin, noise } = person
  await signIn(person, owner)
  await page.goto(`${origin}/profile?tab=security`)
  await page.getByRole('button', { name: 'Включить' }).click()
  await page.getByLabel('Текущий пароль').fill(owner.password)
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await page.getByRole('img', { name: 'Код с ключом второго фактора' }).waitFor()
  await expectAccessible(page, 'second factor')
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const used = codeOf(secret)
  await page.getByLabel('Код из приложения').fill(used)
  await page.getByRole('button', { name: 'Включить' }).click()
  await page.getByText('Включён', { exact: true }).waitFor()
  await signOut(person)
  await tryToSignIn(page, owner.login, owner.password)
  await page.getByLabel('Код из приложения').waitFor()
  await expectAccessible(page, 'code at sign-in')
  await page.getByLabel('Код из приложения').fill(used)
  await page.keyboard.press('Enter')
  await page.getByText('Код не подошёл').waitFor()
  // A code is valid once: the one that enabled the factor is used, the next is not.
  await page.getByLabel('Код из приложения').fill(codeOf(secret, Date.now() + 30_000))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/`)
  await expectLoaded(page)
  expect(noise.filter((text) => !/40[01] \((Unauthorized|Bad Request)\)/.test(text))).toEqual([])
  await person.close()
})

async function choosePassword({ page, origin }: Visit, link: string) {
  await page.goto(origin + new URL(link).pathname)
  await page.getByLabel('Новый пароль').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Сохранить пароль' }).click()
  await page.waitForURL(`${origin}/login`)
}

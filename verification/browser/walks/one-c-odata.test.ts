import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportFigure } from '@artikul/server/figures'
import { expectLoaded, expectSound, SCREENS, signIn, useBrowser } from '../../../e2e/src/browser.ts'
import { useServer } from '../../../e2e/src/own-server.ts'
import { Hand } from './hand.factory.ts'

const START = join(import.meta.dirname, '../../../server/src/simulator/start.ts')
/** ИНН of an own company and ИНН/КПП of a buyer of the demonstration, by which the base of 1C knows them. */
const [SELLER_INN, BUYER] = ['7701234560', '6320123450/632001001']
const READ_WITHIN_MS = 90_000

let simulator: ChildProcess | undefined
/** Address, login and password of the base, which is a process of its own. */
let base = { url: '', login: '', password: '' }

beforeAll(async () => {
  simulator = spawn(process.execPath, [START, 'one-c', 'odata', '0', SELLER_INN, BUYER], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = (await once(simulator.stdout ?? expect.fail('no output'), 'data')) as [Buffer]
  const [, url = '', login = '', password = ''] = /: (\S+); логин (\S+), пароль (\S+),/.exec(line.toString()) ?? []
  base = { url, login, password }
}, 30_000)
afterAll(() => simulator?.disconnect())

useServer(() => ({ PRIVATE_URLS: 'on' }))
const visit = useBrowser()

test('a base of 1C is connected over OData, checked and read', { timeout: 240_000 }, async () => {
  const manager = await visit(SCREENS[0])
  await signIn(manager, 'ArtikulOrderManager')
  const { page } = manager
  const staff = new Hand(page)
  await page.goto(`${manager.origin}/settings`)
  await expectLoaded(page, 'Настройки')
  await staff.click(page.getByRole('link', { name: 'Обмен с 1С' }))
  await staff.click(page.getByRole('button', { name: 'Подключить 1С' }))
  const made = page.getByRole('dialog', { name: 'Подключить 1С' })
  await staff.choose(made.getByLabel('Наша компания'), 'ООО «АРТИКУЛ»')
  await staff.click(made.getByLabel('Название базы'))
  await staff.type('УТ 11')
  await staff.click(made.getByRole('button', { name: 'Подключить' }))
  await staff.click(page.getByRole('dialog', { name: 'Доступ для 1С' }).getByRole('button', { name: 'Готово' }))
  await staff.click(page.getByRole('button', { name: /^Связь/ }))
  await staff.click(page.getByRole('button', { name: 'Подключить чтение' }))
  const reading = page.getByRole('dialog', { name: 'Чтение 1С по OData' })
  await staff.click(reading.getByLabel('Адрес базы'))
  await staff.type(base.url)
  await staff.click(reading.getByLabel('Пользователь 1С'))
  await staff.type(base.login)
  await staff.click(reading.getByLabel(/^Пароль/).first())
  await staff.type(base.password)
  await staff.click(reading.getByRole('button', { name: 'Сохранить' }))
  await staff.click(page.getByRole('button', { name: 'Включить обмен' }))
  await page.getByText(/^Проверка соединения, /).waitFor({ timeout: READ_WITHIN_MS })
  await expectSound(manager, 'report of the connection')

  await staff.click(page.getByRole('tab', { name: 'Покупатели и договоры' }))
  await page.getByText('ООО «Покупатель из 1С»').first().waitFor({ timeout: READ_WITHIN_MS })
  await expectSound(manager, 'companies and contracts of 1C')
  reportFigure('screens', `подключить чтение 1С по OData: ${staff.clicks} нажатий`)
})

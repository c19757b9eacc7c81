import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMAP_PASSWORD, startImapServer, type ImapServer } from '../../../../tools/imap-server.ts'
import {
  ACCOUNTS,
  expectLoaded,
  expectSound,
  expectSoundInBothThemes,
  field,
  SCREENS,
  signIn,
  useBrowser,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs } from '../../../../e2e/src/people.ts'

useServer(() => ({ PRIVATE_URLS: 'on', DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()

const letterOf = (sender: string, article: string) => {
  const list = ['Бренд;Артикул;Наименование;Остаток;Цена', `BOSCH;${article};Щётка стеклоочистителя;7;150`].join('\n')
  const head = `From: ${sender}\r\nSubject: =?utf-8?B?${Buffer.from('Прайс-лист на ноябрь').toString('base64')}?=\r\n`
  const name = `=?utf-8?B?${Buffer.from('Остатки Щётки.csv').toString('base64')}?=`
  const type = `Content-Type: text/csv; charset=utf-8\r\nContent-Disposition: attachment; filename="${name}"\r\n`
  return `${head}MIME-Version: 1.0\r\n${type}Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(list).toString('base64')}\r\n`
}

describe('price list mailbox', () => {
  let imap: ImapServer
  beforeAll(async () => {
    imap = await startImapServer()
  })
  afterAll(() => imap.stop())

  test.each([SCREENS[0], SCREENS[2]])(
    'is tested and added, and an email is imported by a new rule: $name',
    async (screen) => {
      const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
      const { sellers } = await manager.get<{ sellers: { id: number }[] }>('/price-list-warehouses')
      const partner = `Щётки ${screen.width}`
      await manager.post('/price-list-warehouses', { name: partner, seller_id: sellers[0]?.id ?? 0 })
      const [login, sender] = [`price-${screen.width}`, `price@brush${screen.width}.ru`]
      await imap.deliver(login, letterOf(sender, `BRUSH${screen.width}`), new Date())

      const person = await visit(screen)
      const { page } = person
      await signIn(person, 'ArtikulOrderManager')
      await page.goto(`${person.origin}/settings?tab=price-lists`)
      await expectLoaded(page, 'Настройки')
      await page.getByRole('button', { name: 'Почта' }).click()
      await page.getByText('Правил нет').or(page.getByText('@brush')).first().waitFor()
      await expectSoundInBothThemes(person, 'mail')

      await page.getByRole('button', { name: 'Добавить ящик' }).click()
      const box = page.getByRole('dialog', { name: 'Новый почтовый ящик' })
      await box.getByLabel('Защита соединения').selectOption('Без шифрования')
      await field(box, 'Сервер IMAP').fill('127.0.0.1')
      await field(box, 'Порт').fill(String(imap.plain))
      await field(box, 'Логин').fill(login)
      await field(box, 'Пароль').fill('не тот')
      await box.getByRole('button', { name: 'Проверить' }).click()
      await box.getByText('Сервер почты не принял логин или пароль').waitFor()
      await expectSoundInBothThemes(person, 'a refused password')
      await field(box, 'Пароль').fill(IMAP_PASSWORD)
      await box.getByRole('button', { name: 'Проверить' }).click()
      await box.getByText(/^Ящик открыт: 1\sписьмо в папке$/).waitFor()
      await box.getByRole('button', { name: 'Добавить' }).click()

      const makeRule = page.getByRole('button', { name: 'Создать правило' })
      await makeRule.waitFor()
      await page.getByText('Для этого отправителя правил нет').waitFor()
      await expectSoundInBothThemes(person, 'a letter that did not suit')
      await makeRule.click()
      const rule = page.getByRole('dialog', { name: 'Новое правило' })
      expect(await field(rule, 'Отправитель').inputValue()).toBe(sender)
      await rule.getByRole('combobox', { name: /^Склад/ }).fill(partner)
      await page.getByRole('option', { name: partner }).click()
      await expectSoundInBothThemes(person, 'a rule')
      await rule.getByRole('button', { name: 'Добавить' }).click()
      await page.getByText(`${sender} → ${partner}`).waitFor()

      const added = page.getByRole('listitem').filter({ hasText: login })
      await added.getByRole('button', { name: 'Остатки Щётки.csv' }).click()
      const opened = page.getByRole('dialog', { name: 'Остатки Щётки.csv' })
      await opened.getByText(`от ${sender}, «Прайс-лист на ноябрь»`).waitFor()
      await opened.getByText('Загружен', { exact: true }).waitFor()
      await expectSound(person, 'an import of a letter')
      await person.close()
    },
  )
})

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

useServer(() => ({ PRIVATE_URLS: 'on' }))
const visit = useBrowser()

let simulator: ChildProcess
let origins: string[]
beforeAll(async () => {
  simulator = fork(new URL('../../../../server/src/simulator/start.ts', import.meta.url), { execArgv: [] })
  ;[origins] = (await once(simulator, 'message')) as [string[]]
}, 30_000)
afterAll(() => {
  simulator.kill()
})

test.each([SCREENS[0], SCREENS[2]])(
  'online supplier is tested, added, ranked first, paused and gets its statuses mapped: $name',
  async (screen) => {
    const [name, other] = [`Симулятор ${screen.width}`, `Другой ${screen.width}`]
    await addOther(other)
    const person = await visit(screen)
    const { page } = person
    await signIn(person, 'ArtikulOrderManager')
    await page.goto(`${person.origin}/admin/online-suppliers`)
    await expectLoaded(page, 'Поставщики (онлайн)')

    await page.getByRole('button', { name: 'Добавить' }).click()
    const form = page.getByRole('dialog', { name: 'Новый онлайн-поставщик' })
    await form.getByRole('button', { name: /^ABCP/ }).click()
    await field(form, 'Название').fill(name)
    await field(form, 'Продавец (наше юрлицо)').selectOption({ index: 1 })
    await field(form, 'Адрес API').fill(origins[1] ?? '')
    await field(form, 'Логин').fill('portal')
    await field(form, 'Пароль').fill('не тот')
    await field(form, 'Артикул').fill('58101-1RA05')
    await field(form, 'Бренд').fill('HYUNDAI/KIA')
    await form.getByRole('button', { name: 'Проверить' }).click()
    await form.getByText('Поставщик ответил ошибкой 102: User Authentication Error').waitFor()
    await field(form, 'Пароль').fill('simulator')
    await form.getByRole('button', { name: 'Проверить' }).click()
    await form.getByText(/^Ответ понят: /).waitFor()
    await form.getByText('Что отправлено и получено').click()
    expect(await form.getByRole('region', { name: 'Запрос' }).innerText()).toContain('userpsw: •••')
    expect(await form.getByRole('region', { name: 'Ответ' }).innerText()).toContain('"brand":"HYUNDAI/KIA"')
    await expectSoundInBothThemes(person, 'a supplier that was tried')
    await form.getByRole('button', { name: 'Добавить' }).click()
    await form.waitFor({ state: 'detached' })

    const rows = page.getByRole('row')
    await rows.filter({ hasText: name }).waitFor()
    const up = page.getByRole('button', { name: `Выше: ${name}` })
    for (let place = (await rows.count()) - 1; place > 1; place -= 1) {
      await up.click()
      await rows
        .nth(place - 1)
        .filter({ hasText: name })
        .waitFor()
    }
    await page.getByRole('button', { name: `Приостановить: ${name}` }).click()
    await page.getByRole('button', { name: `Возобновить: ${name}` }).waitFor()
    await rows.filter({ hasText: name }).getByText('Приостановлен').waitFor()
    await expectSoundInBothThemes(person, 'suppliers')

    await page.getByRole('link', { name }).click()
    await expectLoaded(page, name)
    await page.getByText('За сутки вопросов не было').waitFor()
    await expectSoundInBothThemes(person, 'how a supplier answers')
    await page.getByRole('tab', { name: 'Статусы' }).click()
    await page.getByText('Статусов пока нет').waitFor()
    await page.getByRole('button', { name: 'Загрузить статусы' }).click()
    await page.getByLabel('Что значит «В работе»').selectOption('Подтверждено поставщиком')
    await page.getByRole('tab', { name: 'Статусы: 3' }).waitFor()
    await expectSoundInBothThemes(person, 'statuses')
    for (const tab of ['Бренды', 'Склады']) {
      await page.getByRole('tab', { name: tab }).click()
      await expectLoaded(page, name)
      await expectSound(person, tab)
    }
    await person.close()
  },
)

/** Adds a supplier for the new one to be placed before. */
async function addOther(name: string) {
  const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
  const { sellers } = await manager.get<{ sellers: { id: number }[] }>('/online-suppliers')
  await manager.post('/online-suppliers', {
    name,
    seller_id: sellers[0]?.id ?? 0,
    adapter: 'abcp',
    settings: {},
    url: origins[0],
    login: 'portal',
    secret: 'simulator',
    is_on: true,
    priority: 1,
    budget_ms: 3000,
    per_second: 5,
    per_day: null,
    hours: { from: 0, to: 24 },
    brand_rule: 'except',
    brand_ids: [],
    takes_new_warehouses: true,
    sending: 'by_hand',
    min_order_kop: 0,
    tolerance_hundredths: 0,
  })
}

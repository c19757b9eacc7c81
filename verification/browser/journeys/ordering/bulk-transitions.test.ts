import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  SCREENS,
  signIn,
  useBrowser,
} from '../../../../e2e/src/browser.ts'
import { callAs, COMPANIES, fillCart } from '../../../../e2e/src/people.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'

useServer()
const visit = useBrowser()
const stateOf = async (id: number) => {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  const { lines } = await client.get<{ lines: { parts: { state: string }[] }[] }>(`/orders/${id}`)
  return lines[0]?.parts[0]?.state
}

test.each([SCREENS[0], SCREENS.at(-1)])(
  'manager previews the effect, moves lines and saves the filter as a view: $name',
  async (screen) => {
    const order = await placeOrder('26300-35503')
    const person = await visit(screen)
    const { page, origin } = person
    await signIn(person, 'ArtikulOrderManager')
    await page.goto(`${origin}/orders?tab=lines&q=${order.number}`)
    await expectLoaded(page, 'Заказы')

    await page.getByRole('button', { name: 'Виды', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Сохранить этот отбор…' }).click()
    await page.getByLabel('Название').fill('Строки заказа')
    await expectSoundInBothThemes(person, 'a view is named')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('button', { name: 'Виды, сейчас Строки заказа' }).waitFor()

    await page.getByRole('checkbox', { name: new RegExp(`^Выбрать строку .*№ ${order.number}$`) }).click()
    await page.getByRole('button', { name: 'Сменить статус…' }).click()
    await page.getByLabel('Новый статус').selectOption({ label: 'Снято' })
    await page.getByText(/Сумма заказов уменьшится на/).waitFor()
    await page.getByLabel('Причина').fill('Снято с производства')
    await expectSoundInBothThemes(person, 'leading lines')
    await page.getByRole('button', { name: /^Сменить статус: 1/ }).click()
    await page.getByText(/^«Снято»: 1/).waitFor()
    await expect.poll(() => stateOf(order.id)).toBe('removed')

    await page.goto(`${origin}/orders`)
    await page.getByRole('button', { name: 'Виды', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Строки заказа' }).click()
    await page.waitForURL(/tab=lines/)
    await page.getByRole('button', { name: 'Виды, сейчас Строки заказа' }).click()
    await page.getByRole('menuitem', { name: 'Удалить этот вид…' }).click()
    await page.getByRole('button', { name: 'Да', exact: true }).click()
    await page.getByRole('button', { name: 'Виды', exact: true }).waitFor()
    expect(person.noise).toEqual([])
    await person.close()
  },
)

/** Places orders of one line each and returns their numbers. */
async function placeOrder(article: string) {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  await fillCart(client, COMPANIES.volga, [article])
  const { lines } = await client.get<{ lines: object[] }>('/orders/preview')
  const { orders } = await client.post<{ orders: { id: number; number: string }[] }>(
    '/orders',
    { lines },
    crypto.randomUUID(),
  )
  return orders[0] ?? expect.fail('nothing is placed')
}

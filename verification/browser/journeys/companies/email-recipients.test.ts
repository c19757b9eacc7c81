import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  field,
  SCREENS,
  signIn,
  useBrowser,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs } from '../../../../e2e/src/people.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()

const STORE = 'store@client.test'

/** Returns the link in the email to the address, as staff read it while no mail server is configured. */
async function linkOf(): Promise<string> {
  const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
  const { results } = await manager.get<{ results: { id: number }[] }>(`/emails?q=${encodeURIComponent(STORE)}`)
  const { text } = await manager.get<{ text: string }>(`/emails/${results[0]?.id}`)
  return /\/letters\/[\w-]{43}/.exec(text)?.[0] ?? expect.fail(text)
}

test(
  'administrator adds an email recipient, who then confirms and later unsubscribes',
  { timeout: 120_000 },
  async () => {
    const admin = await visit()
    await signIn(admin, 'ContractorAdmin')
    await admin.page.goto(`${admin.origin}/profile?tab=notifications`)
    await expectLoaded(admin.page)
    await admin.page.getByRole('button', { name: 'Добавить получателя' }).click()
    const dialog = admin.page.getByRole('dialog', { name: 'Новый получатель' })
    await field(dialog, 'Электронная почта').fill(STORE)
    await dialog.getByText('Отгрузки', { exact: true }).click()
    await expectSoundInBothThemes(admin, 'a new recipient')
    await dialog.getByRole('button', { name: 'Добавить', exact: true }).click()
    await admin.page.getByText('Ждём подтверждения').waitFor()
    await expectSoundInBothThemes(admin, 'recipients')

    const owner = await visit()
    await owner.page.goto(`${owner.origin}${await linkOf()}`)
    await owner.page.getByText(STORE).waitFor()
    await expectSoundInBothThemes(owner, 'the link of a letter')
    await owner.page.setViewportSize(SCREENS[2])
    await expectSoundInBothThemes(owner, 'the link of a letter on a phone')
    await owner.page.getByRole('button', { name: 'Получать письма' }).click()
    await owner.page.getByText('Вы получаете эти письма.').waitFor()

    await admin.page.setViewportSize(SCREENS[2])
    await admin.page.reload()
    await admin.page.getByText('Получает письма', { exact: true }).waitFor()
    await expectSoundInBothThemes(admin, 'recipients on a phone')
    await owner.page.getByRole('button', { name: 'Отказаться от писем' }).click()
    await owner.page.getByText('Вы отказались: писем больше не будет.').waitFor()
  },
)

import { expect, test } from 'vitest'
import { expectLoaded, expectSoundInBothThemes, field, signIn, useBrowser, WIDTHS, type Visit } from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'

const originOf = useServer({ name: 'legal', port: 3260, settings: () => ({}) })
const visit = useBrowser(originOf)

async function open({ page, origin }: Visit, path: string, heading: string | RegExp) {
  await page.goto(origin + path)
  await expectLoaded(page, heading)
}

test.each(WIDTHS)(
  'a manager publishes the next offer at $width, visitors read it and the one before',
  async ({ width, screen }) => {
    const words = `Иные условия ${width}`
    const [manager, visitor] = [await visit(screen), await visit(screen)]
    await signIn(manager, 'ArtikulOrderManager')
    const { page } = manager
    await open(manager, '/admin?tab=legal', 'Управление порталом')
    await page.getByText('Согласились').first().waitFor()
    await expectSoundInBothThemes(manager, 'the desk')
    await page.getByRole('button', { name: 'Новая редакция: Оферта' }).click()
    await field(page, 'Текст').fill(`## 1. Предмет\n\n**${words}**\n\n- раз\n- два`)
    await field(page, 'Что изменилось').fill('Иные сроки')
    await expectSoundInBothThemes(manager, 'the editor')
    await page.getByRole('button', { name: 'Опубликовать' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
    await page
      .getByText(/^Редакция \d+ опубликована$/)
      .first()
      .waitFor()

    await open(visitor, '/offer', 'Оферта')
    await visitor.page.getByText(words).waitFor()
    await expectSoundInBothThemes(visitor, 'the offer')
    const saved = visitor.page.waitForEvent('download')
    await visitor.page.getByRole('button', { name: 'Скачать PDF' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^Оферта, редакция \d+\.pdf$/)
    await visitor.page.getByRole('link', { name: 'Редакция 1 от 01.11.2026' }).click()
    await visitor.page.getByText('Это прежняя редакция.').waitFor()
    expect(visitor.page.url()).toBe(`${visitor.origin}/offer?version=1`)
    expect(await visitor.page.getByText(words).count()).toBe(0)
    await expectSoundInBothThemes(visitor, 'a former offer')

    await visitor.page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Политика обработки персональных данных' })
      .click()
    await visitor.page.getByText('Редакция 1 от 01.11.2026').waitFor()
    expect(visitor.page.url()).toBe(`${visitor.origin}/offer?doc=privacy_policy`)
    await expectSoundInBothThemes(visitor, 'the policy')

    await open(manager, '/admin?tab=legal&legal=personal_data', 'Управление порталом')
    await field(page, 'Текст').fill(`Согласие: ${words}`)
    await field(page, 'Действует с').fill('31.12.2040')
    await page.getByRole('button', { name: 'Опубликовать' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
    const withdraw = page.getByRole('button', { name: /^Отозвать редакцию \d+$/ })
    await withdraw.waitFor()
    await expectSoundInBothThemes(manager, 'what waits')
    await open(visitor, '/offer?doc=personal_data', /Согласие/)
    await visitor.page.getByText('Вступит в силу').waitFor()
    await withdraw.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
    await withdraw.waitFor({ state: 'detached' })
    expect([...manager.noise, ...visitor.noise]).toEqual([])
    await Promise.all([manager.close(), visitor.close()])
  },
)

import { expect, test } from 'vitest'
import {
  expectLoaded,
  expectSoundInBothThemes,
  field,
  SCREENS,
  signIn,
  useBrowser,
  WIDTHS,
  type Visit,
} from '../src/browser.ts'
import { PHOTO } from '../src/photo.ts'
import { useServer } from '../src/own-server.ts'

useServer()
const visit = useBrowser()

const BODY =
  '## Что меняется\n\n**Часы работы** <img src=x onerror="document.title=1">\n\n[сюда](javascript:document.title=2)'

async function open({ page, origin }: Visit, path: string, heading: string | RegExp) {
  await page.goto(origin + path)
  await expectLoaded(page, heading)
}
const metaOf = ({ page }: Visit, selector: string) =>
  page.evaluate((wanted) => document.head.querySelector(wanted)?.getAttribute('content') ?? null, selector)

test.each(WIDTHS)(
  'manager previews, publishes and unpublishes news at $width, and visitors read it',
  async ({ width, screen }) => {
    const title = `Новые часы ${width}`
    const [manager, visitor] = [await visit(screen), await visit(screen)]
    await signIn(manager, 'ArtikulOrderManager')
    const { page } = manager
    await write(manager, title)
    await page.locator('input[type=file]').setInputFiles(PHOTO)
    await page.getByRole('img', { name: 'Обложка новости' }).waitFor()
    await page.getByRole('button', { name: 'Просмотр' }).click()
    const preview = page.getByRole('region', { name: 'Текст: просмотр' })
    await preview.getByRole('heading', { name: 'Что меняется' }).waitFor()
    expect(await preview.getByRole('link').count()).toBe(0)
    await expectSoundInBothThemes(manager, 'the preview')
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await page.waitForURL(/\/news\/\d+\/edit$/)
    const id = /\/news\/(\d+)\/edit$/.exec(page.url())?.[1] ?? ''

    await open(visitor, '/news', 'Новости')
    expect(await visitor.page.getByText(title).count()).toBe(0)
    await page.getByRole('button', { name: 'Опубликовать…' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'В назначенное время' }).check()
    await expectSoundInBothThemes(manager, 'the window of publishing')
    await page.getByRole('dialog').getByRole('radio', { name: 'Сейчас' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click()
    await page.getByText('Опубликована', { exact: true }).waitFor()

    await visitor.page.reload()
    await visitor.page.getByRole('link', { name: title }).click()
    await expectLoaded(visitor.page, title)
    await visitor.page.getByText('<img src=x', { exact: false }).waitFor()
    expect(await visitor.page.title()).toBe(`${title} | Артикул`)
    expect(await metaOf(visitor, 'meta[property="og:url"]')).toBe(`${visitor.origin}/news/${id}`)
    await expectSoundInBothThemes(visitor, 'a news')
    await visitor.page
      .getByRole('navigation', { name: 'О поставщике' })
      .getByRole('link', { name: 'О компании' })
      .click()
    await expectLoaded(visitor.page, 'О компании')
    expect(await metaOf(visitor, 'meta[property="og:url"]')).toBe(`${visitor.origin}/about`)
    expect(await metaOf(visitor, 'meta[property="og:image"]')).toBeNull()

    await page.getByRole('button', { name: 'Снять с публикации' }).click()
    await page.getByRole('button', { name: 'Да' }).click()
    await page.getByText('Черновик', { exact: true }).waitFor()
    const unpublished = await visitor.page.context().request.get(`${visitor.origin}/api/v1/news/${id}`)
    expect(unpublished.status()).toBe(404)
    await page.getByRole('button', { name: 'Удалить' }).click()
    await page.getByRole('button', { name: 'Да' }).click()
    await expectLoaded(page, 'Новости')
    expect([manager.noise, visitor.noise]).toEqual([[], []])
    await manager.close()
    await visitor.close()
  },
)

test('second manager who saves the same news gets a conflict and keeps typed text', { tags: 'detail' }, async () => {
  const [one, other] = [await visit(), await visit(SCREENS[1])]
  await signIn(one, 'ArtikulOrderManager')
  await signIn(other, 'ArtikulOrderManager')
  await open(one, '/news/2/edit', /^Изменение новости/)
  await open(other, '/news/2/edit', /^Изменение новости/)
  await field(one.page, 'Анонс').fill('Первый успел')
  await one.page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await one.page.getByText('Новость сохранена').waitFor()
  await field(other.page, 'Заголовок').fill('Второй заголовок')
  await other.page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await other.page.getByText('Данные изменены другим пользователем').waitFor()
  await other.page.getByRole('button', { name: 'Обновить' }).click()
  await expect.poll(() => field(other.page, 'Анонс').inputValue()).toBe('Первый успел')
  expect(await field(other.page, 'Заголовок').inputValue()).toBe('Второй заголовок')
  await other.page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await other.page.getByText('Новость сохранена').waitFor()
  await one.close()
  await other.close()
})

test('manager replaces the text of a page and restores an older version', { tags: 'detail' }, async () => {
  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  const { page } = manager
  await open(manager, '/rospart', 'Роспарт')
  const before = await page.getByText('собственный бренд запчастей').count()
  expect(before).toBe(1)
  await page.getByRole('link', { name: 'Изменить текст' }).click()
  await expectLoaded(page, 'Текст страницы «Роспарт»')
  await field(page, 'Текст').fill('## Скоро\n\nГотовим новый рассказ.')
  await page.getByRole('button', { name: 'Сохранить и показать всем' }).click()
  await expectLoaded(page, 'Роспарт')
  await page.getByRole('heading', { name: 'Скоро' }).waitFor()
  await page.getByRole('link', { name: 'Изменить текст' }).click()
  await page.getByRole('button', { name: 'Взять текст версии 1' }).click()
  await expect.poll(() => field(page, 'Текст').inputValue()).toContain('собственный бренд')
  await page.getByRole('button', { name: 'Сохранить и показать всем' }).click()
  await expectLoaded(page, 'Роспарт')
  await page.getByText('собственный бренд запчастей').waitFor()
  expect(manager.noise).toEqual([])
  await manager.close()
})

async function write(manager: Visit, title: string) {
  const { page } = manager
  await open(manager, '/news', 'Новости')
  await page.getByRole('link', { name: 'Написать новость' }).click()
  await expectLoaded(page, 'Новая новость')
  await page.getByRole('button', { name: 'Опубликовать…' }).click()
  await page.getByText('Заполните поле').waitFor()
  await field(page, 'Заголовок').fill(title)
  await field(page, 'Анонс').fill('Работаем дольше.')
  await field(page, 'Текст').fill(BODY)
}

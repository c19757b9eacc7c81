import { expect, test } from 'vitest'
import { emailHtml, paragraphsHtml } from './email-layout.ts'

test.each([
  [
    'Здравствуйте!\n\nСкачать: https://a.test/x?y=1&z=2',
    ['<p', 'Здравствуйте!', '>Скачать</a>', 'href="https://a.test/x?y=1&amp;z=2"'],
  ],
  ['https://a.test/reset/1', ['>Открыть на портале</a>']],
  [
    'Если это были не вы, сразу запросите новый пароль: https://a.test/r',
    ['новый пароль.<br>', 'href="https://a.test/r"'],
  ],
  ['Страница https://a.test/x открыта', ['Страница <a href="https://a.test/x"']],
  ['<b>Цена</b> "1"', ['&lt;b&gt;Цена&lt;/b&gt; &quot;1&quot;']],
])('text %j becomes paragraphs with buttons and links', (text, expected) => {
  for (const part of expected) expect(paragraphsHtml(text)).toContain(part)
})

test('layout loads nothing from elsewhere and has a dark theme', () => {
  const html = emailHtml('<p>Текст</p>', { portal: { name: 'Артикул', color: null }, origin: 'https://a.test' })
  expect(html).not.toMatch(/<(link|img|script)|url\(|@import/)
  expect(html).toContain('prefers-color-scheme: dark')
  expect(html.match(/https?:\/\/[^"<]+/g)).toEqual(['https://a.test/'])
})

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

afterEach(cleanup)

/** Returns the HTML of a text without the kit's classes. */
function drawn(text: string): string {
  const { container } = render(<Markdown text={text} />)
  return (container.firstElementChild?.innerHTML ?? '').replace(/ (class|tabindex|role|aria-label)="[^"]*"/g, '')
}

test.each([
  ['# Первое\n\n### Второе', '<h2>Первое</h2><h3>Второе</h3>'],
  ['**важно** и *иначе* и ~~нет~~', '<p><strong>важно</strong> и <em>иначе</em> и <del>нет</del></p>'],
  ['- один\n- два\n  - внутри', '<ul><li>один</li><li>два<ul><li>внутри</li></ul></li></ul>'],
  ['3. три\n4. четыре', '<ol start="3"><li>три</li><li>четыре</li></ol>'],
  ['> сказано', '<blockquote><p>сказано</p></blockquote>'],
  ['`a < b`', '<p><code>a &lt; b</code></p>'],
  ['один\\\nдва', '<p>один<br>два</p>'],
  ['---', '<hr>'],
])('markdown %j is rendered', (text, html) => {
  expect(drawn(text)).toBe(html)
})

test('markdown table is rendered with its header', () => {
  render(<Markdown text={'| День | Часы |\n|---|---|\n| пн | **9–18** |'} />)
  expect(screen.getByRole('columnheader', { name: 'День' })).toBeTruthy()
  expect(screen.getByRole('cell', { name: '9–18' })).toBeTruthy()
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'слово <b onclick="alert(1)">слово</b> <svg></p><style>',
  '<iframe src="https://evil.test"></iframe>',
  '<base href="https://evil.test">',
  '<form action="https://evil.test"><input></form>',
  '![картинка](https://evil.test/x.png)',
  '- пункт <a href="javascript:alert(1)">и</a>',
])('%s stays text', (text) => {
  const { container } = render(<Markdown text={text} />)
  expect(container.querySelector('script, img, b, svg, style, iframe, base, form, input, a')).toBeNull()
})

test.each([
  '[сюда](javascript:alert(1))',
  '[сюда](JaVaScRiPt:alert(1))',
  '[сюда](java&#x73;cript:alert(1))',
  '[сюда](<java\tscript:alert(1)>)',
  '[сюда](data:text/html;base64,PHN2Zz4=)',
  '[сюда](vbscript:x)',
  '[сюда](file:///etc/passwd)',
  '[сюда][x]\n\n[x]: javascript:alert(1)',
])('%s gives no unsafe link', (text) => {
  const { container } = render(<Markdown text={text} />)
  const link = container.querySelector('a')
  // A remaining link is a path of the portal.
  expect(link === null || link.href.startsWith(`${location.origin}/`)).toBe(true)
  expect(container.textContent).toContain('сюда')
})

test('external links get nofollow and noreferrer, and internal ones do not', () => {
  render(
    <Markdown text={'[чужой](https://other.test/a) [свой](/contacts) [хитрый](/\\other.test) mail@example.test'} />,
  )
  const link = (name: string) => screen.getByRole('link', { name })
  expect(link('чужой').getAttribute('rel')).toBe('nofollow noopener noreferrer')
  expect(link('свой').getAttribute('rel')).toBeNull()
  expect(link('хитрый').getAttribute('rel')).toBe('nofollow noopener noreferrer')
  expect(link('mail@example.test').getAttribute('href')).toBe('mailto:mail@example.test')
})

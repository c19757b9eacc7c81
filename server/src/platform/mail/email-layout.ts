import { brandOf, DESIGN } from '@artikul/contract/platform/brand-colors'
import type { Portal } from '../portal/index.ts'

/** Escapes a text for HTML. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/** Style of a link within a text. */
export const LINK_STYLE = `style="color:${DESIGN.light.text}"`

/** Colours of the light theme and sizes of a wide window; the style sheet replaces them by class where supported. */
const stylesOf = (link: string, darkLink: string) => `.a-card a:not(.a-button) { color: ${link}; }
@media (max-width: 480px) {
  .a-page { padding: 12px 4px !important; }
  .a-card { padding: 12px 8px 4px !important; }
  .a-card td, .a-card th { padding: 6px 4px !important; font-size: 12px !important; }
}
@media (prefers-color-scheme: dark) {
  .a-page { background: #101214 !important; }
  .a-card { background: #181b1f !important; border-color: #2c3238 !important; }
  .a-card, .a-card p, .a-card td, .a-card th, .a-name { color: #eceff2 !important; }
  .a-card a:not(.a-button) { color: ${darkLink} !important; }
  .a-card th, .a-card td { border-color: #2c3238 !important; }
  .a-foot, .a-foot a, .a-card small { color: #a9b1bc !important; }
}`

const FONT = "font-family:'Segoe UI',Roboto,Arial,sans-serif"
const BUTTON = `display:inline-block;padding:10px 16px;border-radius:6px;font-weight:600;font-size:14px;line-height:20px;text-decoration:none`
const FILL = `background:${DESIGN.light.fill};color:#ffffff`
const LOOKS = {
  main: `${BUTTON};${FILL}`,
  other: `${BUTTON};background:#ffffff;color:#16191d;border:1px solid #868e99`,
} as const

/** Button of an email: a link, because programs drop everything else. */
export const emailButton = (label: string, url: string, look: keyof typeof LOOKS = 'main') =>
  `<a href="${escapeHtml(url)}" class="a-button" style="${LOOKS[look]}">${escapeHtml(label)}</a>`

const URL_ALONE = /^(?:(.*\S):\s+)?(https?:\/\/\S+)$/
const URL_WITHIN = /https?:\/\/[^\s<>"]+/g
const OPEN = 'Открыть на портале'
/** Label of a button at most; a longer sentence stays a text above its button. */
const LONGEST_LABEL = 40

/** «Скачать: https://…» becomes a button, an address within a sentence a link. */
function lineHtml(line: string): string {
  const [, label = '', url] = URL_ALONE.exec(line) ?? []
  if (url === undefined)
    return escapeHtml(line).replace(URL_WITHIN, (address) => `<a href="${address}" ${LINK_STYLE}>${address}</a>`)
  if (label === '') return emailButton(OPEN, url)
  return label.length <= LONGEST_LABEL && !/[.!?]\s/.test(label)
    ? emailButton(label, url)
    : `${escapeHtml(label)}.<br><br>${emailButton(OPEN, url)}`
}

/** Converts the plain text of an email to HTML: paragraphs with buttons and links. */
export const paragraphsHtml = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${paragraph.split('\n').map(lineHtml).join('<br>')}</p>`)
    .join('\n')

/**
 * Lays out an email: the product's mark and name, the content and a footer, as one table with inline styles, because
 * mail programs ignore style sheets and load no pictures; a dark theme is added for those that can.
 *
 * @param content HTML of the email's own text
 */
export function emailHtml(
  content: string,
  { portal, origin }: { portal: Pick<Portal, 'name' | 'color'>; origin: string },
): string {
  const colors = brandOf(portal.color, 'light')
  // Quotation marks of a text are escaped, so that only styles written here are replaced.
  const coloured = content
    .replaceAll(LINK_STYLE, `style="color:${colors.text}"`)
    .replaceAll(`${FILL}"`, `background:${colors.fill};color:#ffffff"`)
  const name = escapeHtml(portal.name)
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><style>${stylesOf(colors.text, brandOf(portal.color, 'dark').text)}</style></head>
<body class="a-page" style="margin:0;padding:24px 12px;background:#f4f5f7;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;margin:0 auto">
<tr><td style="padding:0 4px 12px;${FONT};font-size:17px;font-weight:600;color:#16191d" class="a-name">
<span style="display:inline-block;width:14px;height:16px;margin-right:8px;background:${colors.primary};vertical-align:-2px"></span>${name}</td></tr>
<tr><td class="a-card" style="padding:20px 20px 4px;background:#ffffff;border:1px solid #e1e4e8;border-radius:8px;${FONT};font-size:14px;line-height:20px;color:#16191d">
${coloured}
</td></tr>
<tr><td class="a-foot" style="padding:12px 4px;${FONT};font-size:12px;line-height:16px;color:#535b66">${name}, <a href="${escapeHtml(origin)}/" style="color:#535b66">${escapeHtml(origin.replace(/^https?:\/\//, ''))}</a></td></tr>
</table>
</body></html>`
}

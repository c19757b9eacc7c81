/** Escapes a text for HTML. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/** Colours of the light theme and sizes of a wide window; the style sheet replaces them by class where supported. */
const STYLES = `.a-card a:not(.a-button) { color: #c80000; }
@media (max-width: 480px) {
  .a-page { padding: 12px 4px !important; }
  .a-card { padding: 12px 8px 4px !important; }
  .a-card td, .a-card th { padding: 6px 4px !important; font-size: 12px !important; }
}
@media (prefers-color-scheme: dark) {
  .a-page { background: #101214 !important; }
  .a-card { background: #181b1f !important; border-color: #2c3238 !important; }
  .a-card, .a-card p, .a-card td, .a-card th, .a-name { color: #eceff2 !important; }
  .a-card a:not(.a-button) { color: #ff6b6b !important; }
  .a-card th, .a-card td { border-color: #2c3238 !important; }
  .a-foot, .a-foot a, .a-card small { color: #a9b1bc !important; }
}`

const FONT = "font-family:'Segoe UI',Roboto,Arial,sans-serif"
const BUTTON = `display:inline-block;padding:10px 16px;border-radius:6px;font-weight:600;font-size:14px;line-height:20px;text-decoration:none`
const LOOKS = {
  main: `${BUTTON};background:#eb0000;color:#ffffff`,
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
    return escapeHtml(line).replace(
      URL_WITHIN,
      (address) => `<a href="${address}" style="color:#c80000">${address}</a>`,
    )
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
export const emailHtml = (content: string, { productName, origin }: { productName: string; origin: string }): string =>
  `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><style>${STYLES}</style></head>
<body class="a-page" style="margin:0;padding:24px 12px;background:#f4f5f7;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;margin:0 auto">
<tr><td style="padding:0 4px 12px;${FONT};font-size:17px;font-weight:600;color:#16191d" class="a-name">
<span style="display:inline-block;width:14px;height:16px;margin-right:8px;background:#ff0000;vertical-align:-2px"></span>${escapeHtml(productName)}</td></tr>
<tr><td class="a-card" style="padding:20px 20px 4px;background:#ffffff;border:1px solid #e1e4e8;border-radius:8px;${FONT};font-size:14px;line-height:20px;color:#16191d">
${content}
</td></tr>
<tr><td class="a-foot" style="padding:12px 4px;${FONT};font-size:12px;line-height:16px;color:#535b66">${escapeHtml(productName)}, <a href="${escapeHtml(origin)}/" style="color:#535b66">${escapeHtml(origin.replace(/^https?:\/\//, ''))}</a></td></tr>
</table>
</body></html>`

/** Table below the sentences of an email, rendered as HTML and as plain text. */
export interface EmailTable {
  titles: readonly string[]
  rows: readonly (readonly string[])[]
  /** Notes below the table. */
  notes: readonly string[]
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/** Formats the table as plain text: one line per row, each value after its title. */
export const tableText = ({ titles, rows, notes }: EmailTable): string =>
  [...rows.map((row) => row.map((value, at) => `${titles[at] ?? ''}: ${value}`).join('; ')), ...notes].join('\n')

export function tableHtml({ titles, rows, notes }: EmailTable): string {
  const head = titles.map((title) => `<th align="left">${escapeHtml(title)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((value) => `<td>${escapeHtml(value)}</td>`).join('')}</tr>`).join('\n')
  const table = `<table border="1" cellpadding="6" cellspacing="0"><tr>${head}</tr>\n${body}</table>`
  return [...(rows.length > 0 ? [table] : []), ...notes.map((note) => `<p>${escapeHtml(note)}</p>`)].join('\n')
}

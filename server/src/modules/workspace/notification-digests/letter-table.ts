/** What stands in a letter under its sentences, as a table and as lines of text. */
export interface LetterTable {
  titles: readonly string[]
  rows: readonly (readonly string[])[]
  /** What is said below the table. */
  notes: readonly string[]
}

export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/** The table for whoever reads plain text: a line a row, each value after its title. */
export const tableText = ({ titles, rows, notes }: LetterTable): string =>
  [...rows.map((row) => row.map((value, at) => `${titles[at] ?? ''}: ${value}`).join('; ')), ...notes].join('\n')

export function tableHtml({ titles, rows, notes }: LetterTable): string {
  const head = titles.map((title) => `<th align="left">${escaped(title)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((value) => `<td>${escaped(value)}</td>`).join('')}</tr>`).join('\n')
  const table = `<table border="1" cellpadding="6" cellspacing="0"><tr>${head}</tr>\n${body}</table>`
  return [...(rows.length > 0 ? [table] : []), ...notes.map((note) => `<p>${escaped(note)}</p>`)].join('\n')
}

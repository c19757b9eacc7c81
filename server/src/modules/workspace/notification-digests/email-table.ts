import { escapeHtml } from '../../../platform/mail/index.ts'

const CELL = 'padding:6px 8px;border-bottom:1px solid #e1e4e8;font-size:13px;line-height:18px'

/** Table below the sentences of an email, rendered as HTML and as plain text. */
export interface EmailTable {
  titles: readonly string[]
  rows: readonly (readonly string[])[]
  /** Notes below the table. */
  notes: readonly string[]
}

/** Formats the table as plain text: one line per row, each value after its title. */
export const tableText = ({ titles, rows, notes }: EmailTable): string =>
  [...rows.map((row) => row.map((value, at) => `${titles[at] ?? ''}: ${value}`).join('; ')), ...notes].join('\n')

export function tableHtml({ titles, rows, notes }: EmailTable): string {
  const head = titles
    .map((title) => `<th align="left" style="${CELL};font-weight:600">${escapeHtml(title)}</th>`)
    .join('')
  const body = rows
    .map((row) => `<tr>${row.map((value) => `<td style="${CELL}">${escapeHtml(value)}</td>`).join('')}</tr>`)
    .join('\n')
  const table = `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse"><tr>${head}</tr>\n${body}</table>`
  return [...(rows.length > 0 ? [table] : []), ...notes.map((note) => `<p>${escapeHtml(note)}</p>`)].join('\n')
}

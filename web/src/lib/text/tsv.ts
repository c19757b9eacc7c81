/** Text that Excel must not convert to a date, a number or a formula: «04152-YZZA1», «26-000137», «=cmd». */
export const asText = (value: string) => (value === '' ? '' : `="${value.replaceAll('"', '""')}"`)

/** Formats a number with a decimal comma, as a Russian Excel expects. */
export const asFigure = (value: number, digits = 0) => value.toFixed(digits).replace('.', ',')

/** Rows for the clipboard, one line each. */
export const toTsv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')

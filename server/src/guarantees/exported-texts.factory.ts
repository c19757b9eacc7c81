import { read } from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { expect } from 'vitest'

const RUN = /^[=+\-@\t\r\n＝＋－＠]/
/** Characters that XML cannot represent and that break a workbook. */
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** Reads the texts of a workbook and requires that every cell is text. */
export function textsOfBook(bytes: Buffer): string[] {
  for (const [path, part] of Object.entries(unzipSync(bytes))) {
    const xml = Buffer.from(part).toString()
    expect(xml, path).not.toMatch(NO_XML)
    expect(xml, path).not.toMatch(/<(?:\w+:)?f[\s>/]|TargetMode="External"|<(?:\w+:)?ddeLink/)
  }
  const book = read(bytes, { cellFormula: true })
  const cells: unknown[] = book.SheetNames.flatMap((name) => Object.values<unknown>(book.Sheets[name] ?? {}))
  return cells.flatMap((cell) => {
    if (typeof cell !== 'object' || cell === null || !('t' in cell)) return []
    expect(cell).not.toHaveProperty('f')
    return cell.t === 's' && 'v' in cell ? [String(cell.v)] : []
  })
}

/** Reads the cells of a CSV file, requires that none is a formula, and removes the leading apostrophes. */
export function textsOfCsv(bytes: Buffer): string[] {
  const cells = [
    ...bytes
      .toString()
      .replace(/^\ufeff/, '')
      .matchAll(/("(?:[^"]|"")*"|[^;\r\n]*)(?:;|\r\n|$)/g),
  ].map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
  for (const cell of cells) if (!/^-?\d[\d ]*(?:,\d+)?$/.test(cell)) expect(cell).not.toMatch(RUN)
  return cells.map((cell) => cell.replace(/^'/, ''))
}

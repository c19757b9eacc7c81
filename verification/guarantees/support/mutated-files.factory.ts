import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { csvOf, workbookOf } from '../../../server/src/modules/suppliers/price-list-import/price-list.factory.ts'
import { bankFile } from '../../../server/src/modules/billing/payments/payments.factory.ts'
import { textCell, writeTable } from '../../../server/src/platform/files/xlsx.ts'
import { jpegOf } from '../../../server/src/testing/files/photos.ts'
import type { Table } from '../../../server/src/testing/files/hostile-archives.factory.ts'
import type { FileKind } from '../../../server/src/testing/files/upload-places.factory.ts'

const REAL = join(import.meta.dirname, '../../../../shared/data')
export const hasRealFiles = existsSync(REAL)

/** Flips a share of the bits; the same seed flips the same ones. */
const turned = (bytes: Uint8Array, seed: number, ratio: number): Buffer =>
  execFileSync('zzuf', ['-s', String(seed), '-r', String(ratio)], { input: bytes, maxBuffer: 64 * 1024 * 1024 })

/** Shares of flipped bits: from one in a hundred thousand, which most of a file survives, to one in fifty. */
const RATIOS = [0.000_01, 0.0004, 0.004, 0.02]
const ZIP = Buffer.from('PK')

/**
 * A book is an archive whose checksums would reveal the change at once: every second time its content is mutated and
 * packed again.
 */
export function mutate(bytes: Buffer, seed: number): Buffer {
  const ratio = RATIOS[seed % RATIOS.length] ?? 0
  if (seed % 2 === 0 || !bytes.subarray(0, 2).equals(ZIP)) return turned(bytes, seed, ratio)
  const parts = Object.entries(unzipSync(bytes)).map(([name, part]): [string, Uint8Array] => [
    name,
    part.length > 0 ? turned(part, seed, ratio) : part,
  ])
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 1 }))
}

export interface WholeFile {
  name: string
  kind: FileKind
  /** `table`: rows accepted by the place of the file. */
  bytesFor: (table: Table) => Buffer | Promise<Buffer>
}

/** Lists real files of at most so many bytes. */
function realFiles(mostBytes: number): WholeFile[] {
  if (!hasRealFiles) return []
  return ['price-lists', 'commerceml'].flatMap((folder) =>
    readdirSync(join(REAL, folder))
      .sort()
      .filter((name) => statSync(join(REAL, folder, name)).size <= mostBytes)
      .map((name) => ({ name, kind: 'table' as const, bytesFor: () => readFileSync(join(REAL, folder, name)) })),
  )
}

/** Builds a book as the portal writes it. */
function bookOf([header = [], ...rows]: Table): Promise<Buffer> {
  return writeTable({
    sheet: 'Прайс',
    columns: header.map((title) => ({ title: String(title), width: 20 })),
    rows: rows.map((row) => row.map((value) => textCell(String(value)))),
    total: rows.length,
  })
}

/** Lists files of the portal's own writers and of third parties. */
export const wholeFiles = (mostBytes: number): WholeFile[] => [
  { name: 'own.jpg', kind: 'photo', bytesFor: () => jpegOf({ width: 20, height: 20, exif: 'Any' }) },
  { name: 'own.txt', kind: 'bank', bytesFor: () => bankFile([{}]) },
  { name: 'own.csv', kind: 'table', bytesFor: (table) => Buffer.from(csvOf(table)) },
  { name: 'own.xlsx', kind: 'table', bytesFor: bookOf },
  { name: 'own.xls', kind: 'table', bytesFor: (table) => workbookOf(table, 'biff8') },
  ...realFiles(mostBytes),
]

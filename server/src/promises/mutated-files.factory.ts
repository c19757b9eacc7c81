import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { csvOf } from '../modules/imports/price-list.factory.ts'
import { bankFile } from '../modules/payments/payments.factory.ts'
import { textCell, writeTable } from '../platform/xlsx.ts'
import { jpegOf } from '../testing/photos.ts'

const REAL = join(import.meta.dirname, '../../../../shared/data')
export const hasRealFiles = existsSync(REAL)

export const hasZzuf = (() => {
  try {
    return execFileSync('zzuf', ['-V']).length > 0
  } catch {
    return false
  }
})()

/** The bytes with so many of their bits turned over; the same seed turns the same ones. */
const turned = (bytes: Uint8Array, seed: number, ratio: number): Buffer =>
  execFileSync('zzuf', ['-s', String(seed), '-r', String(ratio)], { input: bytes, maxBuffer: 64 * 1024 * 1024 })

/** Of a bit in a hundred thousand, which most of a file survives, to one in fifty. */
const RATIOS = [0.000_01, 0.0004, 0.004, 0.02]
const ZIP = Buffer.from('PK')

/** A book is an archive, whose sums would tell at once: every second time what lies in it is turned, and packed again. */
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
  kind: 'table' | 'photo' | 'bank'
  bytes: Buffer
}

function realFiles(): WholeFile[] {
  if (!hasRealFiles) return []
  return ['price-lists', 'commerceml'].flatMap((folder) =>
    readdirSync(join(REAL, folder))
      .sort()
      .map((name) => ({ name, kind: 'table' as const, bytes: readFileSync(join(REAL, folder, name)) })),
  )
}

const TABLE = [
  ['Бренд', 'Артикул', 'Наименование', 'Количество', 'Цена'],
  ['BOSCH', 'HU-1', 'Фильтр', '5', '100'],
  ['MANN', 'W-2', 'Фильтр масляный', '2', '250,50'],
]

function ownBook(): Promise<Buffer> {
  const [header = [], ...rows] = TABLE
  return writeTable({
    sheet: 'Прайс',
    columns: header.map((title) => ({ title, width: 20 })),
    rows: rows.map((row) => row.map((value) => textCell(value))),
    total: rows.length,
  })
}

/** Files of other people, and those that our own writers make. */
export async function wholeFiles(): Promise<WholeFile[]> {
  return [
    { name: 'own.jpg', kind: 'photo', bytes: jpegOf({ width: 20, height: 20, exif: 'Any' }) },
    { name: 'own.csv', kind: 'table', bytes: Buffer.from(csvOf(TABLE)) },
    { name: 'own.xlsx', kind: 'table', bytes: await ownBook() },
    { name: 'own.txt', kind: 'bank', bytes: bankFile([{}]) },
    ...realFiles(),
  ]
}

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

/** Price list of twenty columns: every fiftieth row is invalid, some articles are new to the catalogue. */
export interface ListShape {
  rows: number
  /** share of rows, in per cent, with an article missing from the catalogue */
  newPercent: number
  /** share of rows, in per cent, with a price that changes every day */
  changedPercent?: number
  /** day of the list, from 0 */
  day?: number
}

export const BRANDS = 300
const BAD_EVERY = 50
const BATCH = 5000
const HEADER =
  '№ п/п;Код;Бренд;Артикул;Наименование;Применяемость;Остаток, шт.;Цена закупки;Розничная цена;Кратность;Мин. партия;Ед. изм.;Срок, дн.;Вес, кг;Штрихкод;Страна;ГТД;ТН ВЭД;Склад;Примечание'
const QUANTITIES = ['5', '10', '>10', '0', '12', 'есть']

const isBad = (n: number) => n % BAD_EVERY === 7
/** Counts how often a row's price has changed by the day; each day another set of rows changes. */
const changesBy = (n: number, { changedPercent = 0, day = 0 }: ListShape): number => {
  if (changedPercent === 0) return 0
  const turns = Math.floor(100 / changedPercent)
  const turn = (n * 61) % turns
  return Math.floor((day - turn - 1) / turns) + 1
}
const isNew = (n: number, { newPercent }: ListShape) => (n * 37) % 100 < newPercent

/** Builds the n-th article of the catalogue, as its SQL does. */
const articleOf = (n: number) => `${String((n * 7919) % 1_000_000).padStart(6, '0')}-${String(n).padStart(7, '0')}`

/** Builds the cells of the n-th row, 0-based. */
function cellsOf(n: number, shape: ListShape): string[] {
  const article = isNew(n, shape) ? `N${articleOf(n)}` : articleOf(n)
  const kopecks = 10_000 + ((n * 7907) % 9_000_000) + Math.max(0, changesBy(n, shape)) * 100
  const price = `${Math.floor(kopecks / 100)},${String(kopecks % 100).padStart(2, '0')}`
  const name =
    n % 20 === 0 ? `"Диск ""${n % 900}"" тормозной; вентилируемый"` : `Колодки тормозные передние, комплект ${n % 977}`
  const wrong = isBad(n) ? n % 100 < 50 : undefined
  return [
    `${n + 1}`,
    `К${String(n).padStart(8, '0')}`,
    `Марка ${n % BRANDS}`,
    wrong === true ? '' : article,
    name,
    'Toyota Camry',
    QUANTITIES[n % QUANTITIES.length] ?? '',
    wrong === false ? 'договорная' : price,
    price,
    '1',
    '1',
    'шт.',
    `${1 + (n % 9)}`,
    '0,5',
    `4600000${String(n).padStart(6, '0')}`,
    'Германия',
    '10702070/010126/0000001',
    '8708309109',
    'Основной',
    '',
  ]
}

/** Writes the list as a file in windows-1251. */
export async function writeList(path: string, shape: ListShape): Promise<void> {
  const file = createWriteStream(path)
  file.write(windows1251(`${HEADER}\r\n`))
  for (let from = 0; from < shape.rows; from += BATCH) {
    const lines = Array.from({ length: Math.min(BATCH, shape.rows - from) }, (_, at) =>
      cellsOf(from + at, shape).join(';'),
    )
    if (!file.write(windows1251(`${lines.join('\r\n')}\r\n`))) await once(file, 'drain')
  }
  file.end()
  await finished(file)
}

function windows1251(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bytes[at] = code < 0x80 ? code : code === 0x2116 ? 0xb9 : code - 0x350
  }
  return bytes
}

/** Yields the accepted rows as COPY text in UTF-8. */
export function* copyBatches(shape: ListShape): Generator<string> {
  let batch = ''
  for (let n = 0; n < shape.rows; n++) {
    if (isBad(n)) continue
    const cells = cellsOf(n, shape).map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'))
    batch += `${cells.join('\t')}\n`
    if (batch.length < 256_000) continue
    yield batch
    batch = ''
  }
  yield batch
}

import { parseArgs } from 'node:util'
import { StartError } from '@artikul/server/config'
import { benchDatabase, type BenchDatabase } from './database.ts'
import { fillTrade, type Watch } from './trade-data.ts'
import { blockOf, tradeSize, WAREHOUSES, type TradeSize } from './trade-shape.ts'

function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0 || value > 2_000_000_000)
    throw new StartError(`--${name}: нужно целое число до двух миллиардов, а не «${text}».`)
  return value
}

const text = { type: 'string' } as const
const OPTIONS = { items: text, offers: text, crosses: text, seed: text, buyers: text, from: text }

function numbersOf(args: string[]): Partial<Record<keyof typeof OPTIONS, number>> {
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wholeNumber(name, value)]))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`Размеры пишут так: --items N --offers N --crosses N --buyers N --seed N (${String(error)}).`)
  }
}

/**
 * Parses sizes from the command line; omitted ones follow from the items.
 * @throws StartError in a sentence
 */
export function sizeOfArguments(args: string[], items: number): TradeSize {
  const { from: _from, ...overrides } = numbersOf(args)
  const size = tradeSize({ items, ...overrides })
  if (size.items < 1 || size.buyers < 1) throw new StartError('Нужен хотя бы один товар и один покупатель.')
  if (size.offers > size.items * WAREHOUSES)
    throw new StartError(`--offers: у ${size.items} товаров не больше ${size.items * WAREHOUSES} предложений.`)
  blockOf(size, 0)
  return size
}

/** Parses the smaller size of `--from`, with as many offers and cross references per item. */
export function smallerSize(args: string[], size: TradeSize): TradeSize | undefined {
  const { from } = numbersOf(args)
  if (from === undefined) return undefined
  if (from < 1 || from >= size.items) throw new StartError('--from: нужно меньше товаров, чем в --items.')
  const share = from / size.items
  return tradeSize({
    ...size,
    items: from,
    offers: Math.round(size.offers * share),
    crosses: Math.round(size.crosses * share),
  })
}

/** Estimates the disk space for rows with indexes, the write-ahead log and sort files. */
const neededGb = ({ items, offers, crosses }: TradeSize) =>
  Math.ceil(8 + (items * 1000 + offers * 300 + crosses * 300) / 1e9)

/** Opens the database of a trade of this size, creating it or resuming an interrupted build. */
export async function openTrade(size: TradeSize, watch: Watch = {}): Promise<BenchDatabase & { name: string }> {
  const { items, offers, crosses, buyers, seed } = size
  const name = `trade_${[items, offers, crosses, buyers, seed].join('_')}`
  const bench = await benchDatabase(name, (database) => fillTrade(database, size, watch), neededGb(size))
  return { ...bench, name }
}

/**
 * Document of either side as compared by a reconciliation; a positive sum increases the debt, a negative one reduces
 * it.
 */
export interface Reconciled {
  /** Every number that the document may be known by, as `reconciledNumber` spells them. */
  numbers: readonly string[]
  day: string
  kop: number
}

/**
 * Documents of equal sums match when their days differ by at most this many: a delivery is booked when it is unpacked.
 */
export const DAYS_APART = 3
/** Documents of one number match within a quarter, because numbering restarts each year. */
export const DAYS_OF_NUMBER = 92
/** Tolerance for different ways of rounding VAT. */
export const TOLERANCE_KOP = 1

/** How a pair matches. */
export type Agreement = 'whole' | 'date' | 'sum'

export interface DocumentPair {
  /** Positions in the given lists. */
  ours: number
  theirs: number
  agreement: Agreement
}

const DAY_MS = 86_400_000
const dayNumber = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)

/**
 * Normalises a document number: «УТ-000123», «0000-000123» and «123» are one, «101/2» differs from «101». Returns
 * `null` when the text holds no digit.
 */
export function reconciledNumber(written: string): string | null {
  const figures = written.replace(/(?<=\d)[OoОо](?=\d)|(?<=\d)[OoОо]$/g, '0')
  const tail = figures.match(/\d+(?:\/\d+)*/g)?.at(-1)
  if (tail === undefined) return null
  return tail
    .slice(0, 50)
    .split('/')
    .map((part) => part.replace(/^0+(?=\d)/, ''))
    .join('/')
}

/** Texts that are not document numbers: dates, times, ledger accounts. */
const NO_NUMBER =
  /\d{1,2}\.\d{1,2}\.\d{2,4}(?:\s*г\.?)?|\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}(?::\d{2})?|(?<![\d.])\d{2}\.\d{1,2}(?![\d.])/g

/** Finds the numbers in a document's description: «Поступление 0000-000123 от 01.10.2026, вх. № 101» has two. */
export function numbersWithin(description: string): string[] {
  const words = description.replace(NO_NUMBER, ' ').match(/[\p{L}\d][\p{L}\d/-]*/gu) ?? []
  return [
    ...new Set(
      words
        .filter((word) => /\d/.test(word))
        .slice(0, 20)
        .flatMap((word) => reconciledNumber(word) ?? []),
    ),
  ]
}

/** One rule for matching two documents; rules are tried in order. */
interface Way {
  agreement: Agreement
  isByNumber: boolean
  isBySum: boolean
  within: number
}

const WAYS: readonly Way[] = [
  { agreement: 'whole', isByNumber: true, isBySum: true, within: DAYS_APART },
  { agreement: 'date', isByNumber: true, isBySum: true, within: DAYS_OF_NUMBER },
  // Contractors' accounts often number received documents in their own way.
  { agreement: 'whole', isByNumber: false, isBySum: true, within: DAYS_APART },
  { agreement: 'sum', isByNumber: true, isBySum: false, within: DAYS_OF_NUMBER },
]

const fits = ({ isBySum }: Way, ours: number, theirs: number) =>
  isBySum ? Math.abs(ours - theirs) <= TOLERANCE_KOP : Math.sign(ours) === Math.sign(theirs)

/** Positions of documents by lookup key, then by day. */
type Shelf = Map<string, Map<number, number[]>>

function shelve(documents: readonly Reconciled[], free: readonly boolean[], keys: (one: Reconciled) => string[]) {
  const shelf: Shelf = new Map()
  documents.forEach((one, at) => {
    if (free[at] !== true) return
    for (const key of keys(one)) {
      const days = shelf.get(key) ?? new Map<number, number[]>()
      const day = dayNumber(one.day)
      const onDay = days.get(day)
      if (onDay) onDay.push(at)
      else days.set(day, [at])
      shelf.set(key, days)
    }
  })
  return shelf
}

const sumsNear = (kop: number) => Array.from({ length: 2 * TOLERANCE_KOP + 1 }, (_, more) => kop - TOLERANCE_KOP + more)

/** Lookup keys of a document; a sum counts only when it is in the list. */
function keysOf({ isByNumber, isBySum }: Way, { numbers }: Reconciled, sums: readonly number[]): string[] {
  if (!isByNumber) return sums.map(String)
  return isBySum ? numbers.flatMap((number) => sums.map((kop) => `${number} ${kop}`)) : [...numbers]
}

/**
 * Matches documents of one side to those of the other, each once. For each rule the nearest days come first; ties go to
 * the documents listed first.
 */
export function reconcile(ours: readonly Reconciled[], theirs: readonly Reconciled[]): DocumentPair[] {
  const pairs: DocumentPair[] = []
  const oursFree = ours.map(() => true)
  const theirsFree = theirs.map(() => true)
  for (const way of WAYS) {
    const shelf = shelve(theirs, theirsFree, (one) => keysOf(way, one, [one.kop]))
    const waiting = ours.flatMap((one, at) => {
      const shelves =
        oursFree[at] === true ? keysOf(way, one, sumsNear(one.kop)).flatMap((key) => shelf.get(key) ?? []) : []
      return shelves.length === 0 ? [] : [{ at, one, day: dayNumber(one.day), shelves }]
    })
    for (let apart = 0; apart <= way.within && waiting.length > 0; apart++)
      for (const { at, one, day, shelves } of waiting) {
        if (oursFree[at] !== true) continue
        const found = firstFitting(shelves, apart === 0 ? [day] : [day - apart, day + apart], (theirAt) => {
          const their = theirs[theirAt]
          return theirsFree[theirAt] === true && their !== undefined && fits(way, one.kop, their.kop)
        })
        if (found === null) continue
        oursFree[at] = false
        theirsFree[found] = false
        pairs.push({ ours: at, theirs: found, agreement: way.agreement })
      }
  }
  return pairs
}

function firstFitting(
  shelves: readonly Map<number, number[]>[],
  days: readonly number[],
  isFree: (at: number) => boolean,
): number | null {
  let first: number | null = null
  for (const shelf of shelves)
    for (const day of days) {
      const found = shelf.get(day)?.find(isFree)
      if (found !== undefined && (first === null || found < first)) first = found
    }
  return first
}

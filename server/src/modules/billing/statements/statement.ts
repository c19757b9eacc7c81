import { amountInWords } from '@artikul/contract/core/amount-in-words'
import { formatMoney } from '@artikul/contract/core/money'
import type { MovementKind } from '@artikul/contract/billing/settlements'
import { dayText } from '../../../platform/clock.ts'
import type { StatementPeriod, StatementRow } from './settlements.queries.ts'

interface Sides {
  number: string
  signed_on: string
  seller: string
  director_title: string
  director: string
  buyer: string
  buyer_director_title: string
  buyer_director: string
  accounting_mode: string
}

export interface Signatory {
  organisation: string
  /** «Генеральный директор»; a blank to be filled by hand when unknown. */
  position: string
  /** «Иванов И. И.»; a blank to be filled by hand when unknown. */
  name: string
}

/** «Акт сверки взаиморасчётов» as printed. */
export interface Statement {
  /** «01.10.2026 – 21.11.2026» */
  period: string
  /** Last day of the period, `YYYY-MM-DD`. */
  to: string
  contract: string
  seller: string
  buyer: string
  signatories: readonly [seller: Signatory, buyer: Signatory]
  /** True when the books are in 1С, whose figures prevail. */
  isPreliminary: boolean
  opening: Balance
  /** `theirs` is the document in the buyer's books. */
  rows: { day: string; document: string; theirs: string; debit_kop: number; credit_kop: number }[]
  debit_kop: number
  credit_kop: number
  closing: Balance
  /** Final balance in figures and words. */
  conclusion: string
}

interface Balance {
  debit_kop: number
  credit_kop: number
}

export const DOCUMENTS: Record<MovementKind, (number: string, day: string) => string> = {
  shipment: (number, day) => `Продажа (УПД ${number} от ${day})`,
  correction: (number, day) => `Корректировка (УКД ${number} от ${day})`,
  payment: (number, day) => `Оплата (${number} от ${day})`,
  opening: (number, day) => `Начальный остаток (${number} от ${day})`,
  offset: (number, day) => `Взаимозачёт (${number} от ${day})`,
  refund: (number, day) => `Возврат денег (${number} от ${day})`,
  payment_undo: (number, day) => `Отмена оплаты (${number} от ${day})`,
}

/** A sale of the seller is a receipt of the buyer. */
const theirDocument = ({ kind, number, day }: StatementRow): string =>
  kind === 'shipment' ? `Приход (УПД ${number} от ${dayText(day)})` : DOCUMENTS[kind](number, dayText(day))

const BLANK = '____________________'
const signatory = (organisation: string, position: string, name: string): Signatory => ({
  organisation,
  position: position || BLANK,
  name: name || BLANK,
})

const balanceOf = (kop: number): Balance => ({ debit_kop: Math.max(kop, 0), credit_kop: Math.max(-kop, 0) })

function conclusionOf({ seller, buyer }: Sides, to: string, kop: number): string {
  const start = `По данным ${seller} на ${dayText(to)} задолженность`
  if (kop === 0) return `${start} отсутствует`
  const sum = Math.abs(kop)
  return `${start} в пользу ${kop > 0 ? seller : buyer} ${formatMoney(sum)} руб. (${amountInWords(sum)})`
}

/**
 * Builds the reconciliation statement in the customary layout of 1С: debits increase the buyer's debt, documents are
 * sorted by day.
 */
export function statementOf(
  sides: Sides,
  { from, to }: StatementPeriod,
  openingKop: number,
  found: StatementRow[],
): Statement {
  const rows = found.map((row) => ({
    day: dayText(row.day),
    document: DOCUMENTS[row.kind](row.number, dayText(row.day)),
    theirs: theirDocument(row),
    debit_kop: row.debit_kop,
    credit_kop: row.credit_kop,
  }))
  const debitKop = rows.reduce((sum, row) => sum + row.debit_kop, 0)
  const creditKop = rows.reduce((sum, row) => sum + row.credit_kop, 0)
  const closingKop = openingKop + debitKop - creditKop
  return {
    period: `${dayText(from)} – ${dayText(to)}`,
    to,
    contract: `${sides.number} от ${dayText(sides.signed_on)}`,
    seller: sides.seller,
    buyer: sides.buyer,
    signatories: [
      signatory(sides.seller, sides.director_title, sides.director),
      signatory(sides.buyer, sides.buyer_director_title, sides.buyer_director),
    ],
    isPreliminary: sides.accounting_mode === '1c',
    opening: balanceOf(openingKop),
    rows,
    debit_kop: debitKop,
    credit_kop: creditKop,
    closing: balanceOf(closingKop),
    conclusion: conclusionOf(sides, to, closingKop),
  }
}

export const PRELIMINARY = 'Предварительный: учёт продавца ведётся в 1С, окончательный акт составляется по её данным'
const introduced = ({ position, organisation, name }: Signatory) => `${position} ${organisation} ${name}`
export const introOf = ({ contract, signatories: [seller, buyer] }: Statement) =>
  `Мы, нижеподписавшиеся, ${introduced(seller)}, с одной стороны, и ${introduced(buyer)}, с другой стороны, составили ` +
  `настоящий акт в том, что состояние взаимных расчётов по договору ${contract} по данным учёта следующее:`

import { amountInWords } from '@artikul/contract/core/amount-in-words'
import type { Invoice } from '@artikul/contract/billing/invoices'
import { formatMoney, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { paymentQr } from '@artikul/contract/billing/payment-qr'
import { unitText } from '@artikul/contract/core/units'
import { vatIncludedKop, VAT_RATES, type VatRate } from '@artikul/contract/core/vat'
import { vatLabel } from '../../companies/index.ts'
import type { InvoiceableLine, InvoiceParties } from './documents.queries.ts'

/** Data frozen when the invoice is issued: the printed form and the text of its payment code. */
export type InvoiceSnapshot = Omit<
  Invoice,
  | 'id'
  | 'kind'
  | 'contractor_id'
  | 'order_id'
  | 'order_number'
  | 'orders'
  | 'qr'
  | 'outdated'
  | 'state'
  | 'paid_kop'
  | 'issued_at'
  | 'asked'
  | 'replaced_by'
  | 'can'
> & {
  payment: string
}

/** Row of an invoice before printing; the price includes VAT. */
export interface SnapshotRow {
  article: string
  name: string
  qty: number
  unit: string
  price_kop: number
  rate: VatRate
}

const EXEMPT_VAT_LINE = 'Без налога (НДС)'
const NOT_A_PAYER = 'НДС не облагается'

/** «21 ноября 2026 г.»; months are spelled here because other ICU versions of Intl use different spaces. */
const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const longDate = (day: string) =>
  `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)} г.`
const shortDate = (day: string) => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

/** Converts a line of an order to a row of its invoice. */
export const rowOfLine = (line: InvoiceableLine): SnapshotRow & { position: number } => ({
  position: line.position,
  article: line.article,
  name: [`${line.brand} ${line.article}`, line.name, line.client_ref && `(${line.client_ref})`]
    .filter(Boolean)
    .join(' '),
  qty: line.qty,
  unit: unitText(line.unit),
  price_kop: line.price_kop,
  rate: line.vat_rate as VatRate, // orders copy it from the table of rates
})

function printedLine({ rate, ...row }: SnapshotRow & { position: number }) {
  const sumKop = lineSumKop(row.price_kop, toThousandths(row.qty))
  return { ...row, vat_label: vatLabel(rate), vat_kop: vatIncludedKop(sumKop, rate), sum_kop: sumKop, rate }
}
type PrintedLine = ReturnType<typeof printedLine>

/**
 * Prints one line per rate in the order 22 %, … ; «Без налога (НДС)» when nothing is taxed. Each is a sum of the lines'
 * VAT, not the VAT of the total.
 */
function vatTotals(lines: PrintedLine[]): Invoice['vat_totals'] {
  return VAT_RATES.filter((rate) => lines.some((line) => line.rate === rate)).map((rate) => {
    if (rate === 'none') return { label: EXEMPT_VAT_LINE, sum_kop: null }
    const vat = lines.filter((line) => line.rate === rate).reduce((sum, line) => sum + line.vat_kop, 0)
    return { label: `В том числе НДС (${rate}%)`, sum_kop: vat }
  })
}

/** The purpose of payment must state the VAT amount, or its absence, for the payer's bank. */
function purposeOf(title: string, subject: string, lines: PrintedLine[]): string {
  const taxed = VAT_RATES.filter((rate) => rate !== 'none' && lines.some((line) => line.rate === rate))
  const vatKop = lines.reduce((sum, line) => sum + line.vat_kop, 0)
  const vat = taxed.length === 0 ? NOT_A_PAYER : `В т.ч. НДС ${taxed.join('%, ')}% - ${(vatKop / 100).toFixed(2)}`
  return `Оплата по счёту ${title} ${subject}. ${vat}`
}

/** Calculates printed lines with sums and VAT, and the totals. Totals are sums of lines, in kopecks. */
export function countInvoice(rows: readonly (SnapshotRow & { position: number })[]) {
  const lines = rows.map(printedLine)
  return {
    lines,
    totalKop: lines.reduce((sum, line) => sum + line.sum_kop, 0),
    vatKop: lines.reduce((sum, line) => sum + line.vat_kop, 0),
    vatTotals: vatTotals(lines),
  }
}

export const GOODS_SUBJECT = 'за автозапчасти'

export interface InvoiceFacts {
  parties: InvoiceParties
  rows: readonly (SnapshotRow & { position: number })[]
  number: string
  /** Day of issue in Moscow. */
  day: string
  payUntil: string
  consignee: string
  /** Basis besides the contract: «заказ № 26-000123»; may be empty. */
  basis: string
  /** «за автозапчасти», the subject in the purpose of payment. */
  subject: string
  /** True when goods are released against the payment: for prepaid contracts a clause about it is printed. */
  isOfGoods: boolean
}

/** Builds the permanent printed data of the invoice. */
export function buildInvoice({ parties, rows, number, day, payUntil, consignee, ...facts }: InvoiceFacts) {
  const { lines, totalKop, vatKop, vatTotals: totals } = countInvoice(rows)
  const purpose = purposeOf(`№ ${number} от ${shortDate(day)}`, facts.subject, lines)
  const snapshot: InvoiceSnapshot = {
    number,
    title: `Счет на оплату № ${number} от ${longDate(day)}`,
    notice: facts.isOfGoods && parties.prepayment_percent > 0 ? parties.notice : '',
    bank: {
      name: parties.bank_name,
      bic: parties.bic,
      correspondent_account: parties.correspondent_account,
      account: parties.account,
    },
    seller: {
      name: parties.seller_name,
      inn: parties.seller_inn,
      kpp: parties.seller_kpp ?? '',
      address: parties.seller_address,
      phone: parties.seller_phone,
    },
    buyer: {
      name: parties.buyer_name,
      inn: parties.buyer_inn,
      kpp: parties.buyer_kpp ?? '',
      address: parties.buyer_address,
      phone: parties.buyer_phone,
    },
    consignee,
    basis: [`Договор № ${parties.contract_number} от ${shortDate(parties.signed_on)}`, facts.basis]
      .filter(Boolean)
      .join(', '),
    lines: lines.map(({ rate, ...line }) => line),
    total_kop: totalKop,
    vat_totals: totals,
    summary: `Всего наименований ${lines.length}, на сумму ${formatMoney(totalKop)} руб.`,
    in_words: amountInWords(totalKop),
    pay_until: payUntil,
    purpose,
    director_title: parties.director_title,
    director: parties.director,
    accountant: parties.accountant,
    manager: [parties.manager_name, parties.manager_phone].filter(Boolean).join(', '),
    payment: paymentQr({
      name: parties.seller_name,
      account: parties.account,
      bankName: parties.bank_name,
      bic: parties.bic,
      correspondentAccount: parties.correspondent_account,
      sumKop: totalKop,
      purpose,
      payeeInn: parties.seller_inn,
      payerInn: parties.buyer_inn,
      ...(parties.seller_kpp !== null && { kpp: parties.seller_kpp }),
    }),
  }
  return { snapshot, totalKop, vatKop }
}

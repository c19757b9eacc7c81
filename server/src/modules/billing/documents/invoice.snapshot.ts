import { amountInWords } from '@artikul/contract/core/amount-in-words'
import type { Invoice } from '@artikul/contract/billing/invoices'
import { formatMoney, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { paymentQr } from '@artikul/contract/billing/payment-qr'
import { unitText } from '@artikul/contract/core/units'
import { vatIncludedKop, VAT_RATES, type VatRate } from '@artikul/contract/core/vat'
import { vatLabel } from '../../companies/index.ts'
import type { LivingLine, Parties } from './documents.queries.ts'

/** What is frozen when the invoice is issued: the printed form and the text of its payment code. */
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

/** A row of an invoice before it is printed; the price is with VAT. */
export interface InvoiceRow {
  article: string
  name: string
  qty: number
  /** As it is printed. */
  unit: string
  price_kop: number
  rate: VatRate
}

const EXEMPT_VAT_LINE = 'Без налога (НДС)'
const NOT_A_PAYER = 'НДС не облагается'

/** «21 ноября 2026 г.»; spelled here, because Intl of another ICU puts other spaces. */
const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const longDate = (day: string) =>
  `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)} г.`
const shortDate = (day: string) => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

/** A line of an order as its invoice prints it. */
export const rowOfLine = (line: LivingLine): InvoiceRow & { position: number } => ({
  position: line.position,
  article: line.article,
  name: [`${line.brand} ${line.article}`, line.name, line.client_ref && `(${line.client_ref})`]
    .filter(Boolean)
    .join(' '),
  qty: line.qty,
  unit: unitText(line.unit),
  price_kop: line.price_kop,
  rate: line.vat_rate as VatRate, // orders take it from the table of rates
})

function printedLine({ rate, ...row }: InvoiceRow & { position: number }) {
  const sumKop = lineSumKop(row.price_kop, toThousandths(row.qty))
  return { ...row, vat_label: vatLabel(rate), vat_kop: vatIncludedKop(sumKop, rate), sum_kop: sumKop, rate }
}
type PrintedLine = ReturnType<typeof printedLine>

/** One line per rate in the order 22 %, … ; «Без налога (НДС)» when nothing is taxed. Σ of line VATs, not of the total. */
function vatTotals(lines: PrintedLine[]): Invoice['vat_totals'] {
  return VAT_RATES.filter((rate) => lines.some((line) => line.rate === rate)).map((rate) => {
    if (rate === 'none') return { label: EXEMPT_VAT_LINE, sum_kop: null }
    const vat = lines.filter((line) => line.rate === rate).reduce((sum, line) => sum + line.vat_kop, 0)
    return { label: `В том числе НДС (${rate}%)`, sum_kop: vat }
  })
}

/** The payer's bank wants the VAT amount, or that there is none, in the purpose of the payment. */
function purposeOf(title: string, subject: string, lines: PrintedLine[]): string {
  const taxed = VAT_RATES.filter((rate) => rate !== 'none' && lines.some((line) => line.rate === rate))
  const vatKop = lines.reduce((sum, line) => sum + line.vat_kop, 0)
  const vat = taxed.length === 0 ? NOT_A_PAYER : `В т.ч. НДС ${taxed.join('%, ')}% - ${(vatKop / 100).toFixed(2)}`
  return `Оплата по счёту ${title} ${subject}. ${vat}`
}

/** Lines as they are printed, with their sums and VAT, and what they come to. Totals are sums of lines, kopecks. */
export function countInvoice(rows: readonly (InvoiceRow & { position: number })[]) {
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
  parties: Parties
  rows: readonly (InvoiceRow & { position: number })[]
  number: string
  /** The day of issue in Moscow. */
  day: string
  payUntil: string
  consignee: string
  /** What it rests on beside the contract: «заказ № 26-000123»; may be empty. */
  basis: string
  /** «за автозапчасти», as the payer's bank is told. */
  subject: string
  /** Goods are let go for it: the text about that is printed where the contract is paid beforehand. */
  isOfGoods: boolean
}

/** The invoice as it will be printed for ever. */
export function buildInvoice({ parties, rows, number, day, payUntil, consignee, ...said }: InvoiceFacts) {
  const { lines, totalKop, vatKop, vatTotals: totals } = countInvoice(rows)
  const purpose = purposeOf(`№ ${number} от ${shortDate(day)}`, said.subject, lines)
  const snapshot: InvoiceSnapshot = {
    number,
    title: `Счет на оплату № ${number} от ${longDate(day)}`,
    notice: said.isOfGoods && parties.prepayment_percent > 0 ? parties.notice : '',
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
    basis: [`Договор № ${parties.contract_number} от ${shortDate(parties.signed_on)}`, said.basis]
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

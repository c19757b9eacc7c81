import { amountInWords } from '@artikul/contract/amount-in-words'
import type { Invoice } from '@artikul/contract/invoices'
import { formatMoney, lineSumKop, toThousandths } from '@artikul/contract/money'
import { paymentQr } from '@artikul/contract/payment-qr'
import { unitText } from '@artikul/contract/units'
import { vatIncludedKop, VAT_RATES, type VatRate } from '@artikul/contract/vat'
import { vatLabel } from '../finances/index.ts'
import type { LivingLine, OrderForInvoice } from './documents.queries.ts'

/** What is frozen when the invoice is issued: the printed form and the text of its payment code. */
export type InvoiceSnapshot = Omit<
  Invoice,
  'id' | 'order_id' | 'order_number' | 'qr' | 'outdated' | 'state' | 'paid_kop' | 'issued_at'
> & {
  payment: string
}

const EXEMPT_VAT_LINE = 'Без налога (НДС)'
const NOT_A_PAYER = 'НДС не облагается'

/** «21 ноября 2026 г.»; spelled here, because Intl of another ICU puts other spaces. */
const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const longDate = (day: string) =>
  `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)} г.`
const shortDate = (day: string) => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

function printedLine(line: LivingLine) {
  const sumKop = lineSumKop(line.price_kop, toThousandths(line.qty))
  const rate = line.vat_rate as VatRate // orders take it from the table of rates
  return {
    position: line.position,
    article: line.article,
    name: [`${line.brand} ${line.article}`, line.name, line.client_ref && `(${line.client_ref})`]
      .filter(Boolean)
      .join(' '),
    qty: line.qty,
    unit: unitText(line.unit),
    price_kop: line.price_kop,
    vat_label: vatLabel(rate),
    vat_kop: vatIncludedKop(sumKop, rate),
    sum_kop: sumKop,
    rate,
  }
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
function purposeOf(title: string, lines: PrintedLine[]): string {
  const taxed = VAT_RATES.filter((rate) => rate !== 'none' && lines.some((line) => line.rate === rate))
  const vatKop = lines.reduce((sum, line) => sum + line.vat_kop, 0)
  const vat = taxed.length === 0 ? NOT_A_PAYER : `В т.ч. НДС ${taxed.join('%, ')}% - ${(vatKop / 100).toFixed(2)}`
  return `Оплата по счёту ${title} за автозапчасти. ${vat}`
}

export interface InvoiceFacts {
  order: OrderForInvoice
  lines: LivingLine[]
  number: string
  /** The day of issue in Moscow. */
  day: string
  payUntil: string
}

/** The invoice as it will be printed for ever. Totals are sums of lines, kopecks. */
export function buildInvoice({ order, lines: living, number, day, payUntil }: InvoiceFacts) {
  const lines = living.map(printedLine)
  const totalKop = lines.reduce((sum, line) => sum + line.sum_kop, 0)
  const vatKop = lines.reduce((sum, line) => sum + line.vat_kop, 0)
  const purpose = purposeOf(`№ ${number} от ${shortDate(day)}`, lines)
  const consignee = order.consignee_legal_name ?? order.buyer_name
  const snapshot: InvoiceSnapshot = {
    number,
    title: `Счет на оплату № ${number} от ${longDate(day)}`,
    notice: order.prepayment_percent > 0 ? order.notice : '',
    bank: {
      name: order.bank_name,
      bic: order.bic,
      correspondent_account: order.correspondent_account,
      account: order.account,
    },
    seller: {
      name: order.seller_name,
      inn: order.seller_inn,
      kpp: order.seller_kpp ?? '',
      address: order.seller_address,
      phone: order.seller_phone,
    },
    buyer: {
      name: order.buyer_name,
      inn: order.buyer_inn,
      kpp: order.buyer_kpp ?? '',
      address: order.buyer_address,
      phone: order.buyer_phone,
    },
    consignee: `${consignee}, ${order.consignee_name}, ${order.consignee_address}`,
    basis: `Договор № ${order.contract_number} от ${shortDate(order.signed_on)}, заказ № ${order.number}`,
    lines: lines.map(({ rate, ...line }) => line),
    total_kop: totalKop,
    vat_totals: vatTotals(lines),
    summary: `Всего наименований ${lines.length}, на сумму ${formatMoney(totalKop)} руб.`,
    in_words: amountInWords(totalKop),
    pay_until: payUntil,
    purpose,
    director_title: order.director_title,
    director: order.director,
    accountant: order.accountant,
    manager: [order.manager_name, order.manager_phone].filter(Boolean).join(', '),
    payment: paymentQr({
      name: order.seller_name,
      account: order.account,
      bankName: order.bank_name,
      bic: order.bic,
      correspondentAccount: order.correspondent_account,
      sumKop: totalKop,
      purpose,
      payeeInn: order.seller_inn,
      payerInn: order.buyer_inn,
      ...(order.seller_kpp !== null && { kpp: order.seller_kpp }),
    }),
  }
  return { snapshot, totalKop, vatKop }
}

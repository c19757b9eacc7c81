import type { SellerPictureKind } from '@artikul/contract/companies/sellers'
import { LISTED_INVOICE_STATES, type Invoice } from '@artikul/contract/billing/invoices'
import { formatMoney, formatQty } from '@artikul/contract/core/money'
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { drawPdf, head, MM, qrImage, right, sheets } from '../../../platform/files/pdf.ts'
import { partyLine } from './invoice-text.ts'

/** Sample payment order: bank, payee and their accounts, in the layout from which accountants copy them. */
function bankBlock({ bank, seller }: Invoice): Content {
  const open: [boolean, boolean, boolean, boolean] = [true, true, true, false]
  const closed: [boolean, boolean, boolean, boolean] = [true, false, true, true]
  return {
    table: {
      widths: ['*', '*', 38, 130],
      body: [
        [
          { text: bank.name, colSpan: 2, border: open },
          '',
          'БИК',
          { text: bank.bic, border: [true, true, true, false] },
        ],
        [
          { text: 'Банк получателя', fontSize: 7, colSpan: 2, border: closed, margin: [0, 6, 0, 0] },
          '',
          'Сч. №',
          { text: bank.correspondent_account, border: closed },
        ],
        [
          `ИНН ${seller.inn}`,
          seller.kpp && `КПП ${seller.kpp}`,
          { text: 'Сч. №', border: open },
          { text: bank.account, border: open },
        ],
        [
          { text: seller.name, colSpan: 2, border: open },
          '',
          { text: '', border: [true, false, true, false] },
          { text: '', border: [true, false, true, false] },
        ],
        [
          { text: 'Получатель', fontSize: 7, colSpan: 2, border: closed, margin: [0, 6, 0, 0] },
          '',
          { text: '', border: closed },
          { text: '', border: closed },
        ],
      ],
    },
  }
}

const party = (label: string, text: string): TableCell[] => [{ text: label }, { text, bold: true }]

function parties(invoice: Invoice): Content {
  return {
    margin: [0, 8, 0, 8],
    layout: 'noBorders',
    table: {
      widths: [92, '*'],
      body: [
        party('Поставщик (Исполнитель):', partyLine(invoice.seller)),
        party('Покупатель (Заказчик):', partyLine(invoice.buyer)),
        ...(invoice.consignee ? [party('Грузополучатель:', invoice.consignee)] : []),
        ...(invoice.basis ? [party('Основание:', invoice.basis)] : []),
      ],
    },
  }
}

function linesTable(invoice: Invoice): Content {
  // Invoices for orders, shipments and advances name no part numbers.
  const hasArticles = invoice.lines.some(({ article }) => article !== '')
  const withArticle = <T>(cell: T): T[] => (hasArticles ? [cell] : [])
  const titles = ['№', ...withArticle('Артикул'), 'Товары (работы, услуги)', 'Кол-во', 'Ед.', 'Цена', 'НДС', 'Сумма']
  return {
    fontSize: 8,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [18, ...withArticle(78), '*', 36, 20, 54, 32, 60],
      body: [
        titles.map(head),
        ...invoice.lines.map((line): TableCell[] => [
          { text: String(line.position), alignment: 'center' },
          ...withArticle(line.article),
          line.name,
          right(formatQty(line.qty)),
          line.unit,
          right(formatMoney(line.price_kop)),
          { text: line.vat_label, alignment: 'center' },
          right(formatMoney(line.sum_kop)),
        ]),
      ],
    },
  }
}

function totals(invoice: Invoice): Content {
  const rows: [string, string][] = [
    ['Итого:', formatMoney(invoice.total_kop)],
    ...invoice.vat_totals.map(({ label, sum_kop }): [string, string] => [
      `${label}:`,
      sum_kop === null ? '–' : formatMoney(sum_kop),
    ]),
    ['Всего к оплате:', formatMoney(invoice.total_kop)],
  ]
  return {
    bold: true,
    margin: [0, 4, 0, 8],
    layout: 'noBorders',
    table: { widths: ['*', 90], body: rows.map(([label, sum]) => [right(label), right(sum)]) },
  }
}

/** With its margin of four modules on every side the code itself is 35 to 38 mm wide. */
const QR_MM = 42

function qrCode({ qr, outdated, state }: Invoice): Content {
  if (outdated !== null) return { text: outdated, bold: true, color: '#c00000' }
  // A payment code on a paid invoice would cause a second payment.
  if (state === 'paid') return { text: LISTED_INVOICE_STATES.paid, bold: true }
  return [qrImage(qr, QR_MM), { text: 'Оплата по QR-коду в приложении банка', fontSize: 7, alignment: 'center' }]
}

/** PNG pictures of the seller. */
export type InvoicePictures = Partial<Record<SellerPictureKind, Uint8Array>>

const dataUrl = (png: Uint8Array) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`

interface Place {
  x: number
  widthMm: number
  heightMm: number
  /** How far the picture reaches below the line of the signatures. */
  belowMm: number
}
const STAMP: Place = { x: 130, widthMm: 38, heightMm: 38, belowMm: 16 }
const SIGNATURE: Place = { x: 66, widthMm: 30, heightMm: 14, belowMm: 2 }

/** Picture over the signatures, which takes no place of its own. */
const over = (png: Uint8Array | undefined, { x, widthMm, heightMm, belowMm }: Place): Content[] =>
  png
    ? [
        {
          image: dataUrl(png),
          fit: [widthMm * MM, heightMm * MM],
          relativePosition: { x, y: (belowMm - heightMm) * MM },
        },
      ]
    : []

function definition(invoice: Invoice, pictures: InvoicePictures): TDocumentDefinitions {
  const signature = (title: string, name: string) => ({ text: `${title} ____________________  ${name}` })
  return {
    ...sheets({ title: invoice.title, author: invoice.seller.name, number: invoice.number, madeAt: invoice.issued_at }),
    content: [
      ...(pictures.logo
        ? [{ image: dataUrl(pictures.logo), fit: [160, 48], margin: [0, 0, 0, 8] } satisfies Content]
        : []),
      ...(invoice.notice ? [{ text: invoice.notice, fontSize: 7, margin: [0, 0, 0, 8] } satisfies Content] : []),
      {
        columns: [
          { width: '*', stack: [bankBlock(invoice)] },
          { width: 'auto', stack: [qrCode(invoice)] },
        ],
        columnGap: 8,
      },
      { text: invoice.title, fontSize: 14, bold: true, margin: [0, 12, 0, 4] },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 521, y2: 0, lineWidth: 1.5 }] },
      parties(invoice),
      linesTable(invoice),
      totals(invoice),
      { text: invoice.summary },
      { text: invoice.in_words, bold: true, margin: [0, 2, 0, 6] },
      { text: `Назначение платежа: ${invoice.purpose}`, margin: [0, 0, 0, 6] },
      { text: `Оплатить не позднее ${invoice.pay_until.split('-').reverse().join('.')}` },
      ...(invoice.manager ? [{ text: `Менеджер: ${invoice.manager}` }] : []),
      { canvas: [{ type: 'line', x1: 0, y1: 6, x2: 521, y2: 6, lineWidth: 1.5 }] },
      {
        margin: [0, pictures.stamp ? 60 : 22, 0, 0],
        unbreakable: true,
        stack: [
          {
            columns: [
              signature(invoice.director_title, invoice.director),
              ...(invoice.accountant ? [signature('Бухгалтер', invoice.accountant)] : []),
            ],
          },
          ...over(pictures.signature, SIGNATURE),
          ...over(pictures.stamp, STAMP),
          // Room for the lower part of the stamp.
          ...(pictures.stamp ? [{ text: ' ', margin: [0, 30, 0, 0] } satisfies Content] : []),
        ],
      },
    ],
  }
}

/** Draws the invoice as an A4 PDF with embedded fonts. */
export default function renderInvoicePdf({
  invoice,
  pictures,
}: {
  invoice: Invoice
  pictures: InvoicePictures
}): Promise<Buffer> {
  return drawPdf(definition(invoice, pictures))
}

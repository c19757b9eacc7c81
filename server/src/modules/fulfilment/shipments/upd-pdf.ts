import { isSoleProprietor } from '@artikul/contract/core/identifiers'
import { formatMoney, formatQty, halfUpShare, toThousandths } from '@artikul/contract/core/money'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { dayText } from '../../../platform/clock.ts'
import { drawPdf, sheets } from '../../../platform/files/pdf.ts'
import type { Intake, IntakeLine } from './intake.ts'
import { countryCode } from './country-code.ts'
import { OKEI } from './okei.ts'

const NONE = '–'
const COPY = 'Копия для ознакомления'
const WARNING = `${COPY}. Не первичный документ и не счёт-фактура: подлинник на бумаге или у оператора ЭДО`

const TITLES = [
  ['А', 'Код товара'],
  ['1', '№ п/п'],
  ['1а', 'Наименование товара (описание)'],
  ['1б', 'Код вида товара'],
  ['2', 'Код ед.'],
  ['2а', 'Ед. изм.'],
  ['3', 'Кол-во'],
  ['4', 'Цена за единицу'],
  ['5', 'Стоимость без налога'],
  ['6', 'Акциз'],
  ['7', 'Ставка'],
  ['8', 'Сумма налога'],
  ['9', 'Стоимость с налогом'],
  ['10', 'Код страны'],
  ['10а', 'Страна'],
  ['11', 'Рег. № декларации на товары'],
  ['12', 'Код ед. просл.'],
  ['12а', 'Ед. просл.'],
  ['13', 'Кол-во просл.'],
] as const
const WIDTHS = [46, 16, '*', 24, 20, 22, 26, 42, 46, 30, 24, 42, 46, 22, 38, 80, 24, 24, 24]
/** Nineteen columns leave no room for the usual margins of cells. */
const CELL_MARGIN = 2

/** Number from the seller's accounting, if assigned there. */
const numberOf = ({ upd_number: number, number: own }: Intake) => number ?? own

const right = (text: string): TableCell => ({ text, alignment: 'right' })
const isTaxed = ({ vat_rate: rate }: IntakeLine) => rate !== 'none'
const netOf = ({ sum_kop: sum, vat_kop: vat }: IntakeLine) => sum - vat

/** Column 4 excludes VAT and is rounded separately: multiplied by the quantity it may differ from column 5. */
const priceOf = (line: IntakeLine) => halfUpShare(netOf(line), 1000, toThousandths(line.qty))

function lineRow(line: IntakeLine): TableCell[] {
  const [code = NONE] = OKEI[line.unit] ?? []
  return [
    line.article,
    right(String(line.position)),
    [line.brand, line.name, line.client_ref && `(${line.client_ref})`].filter(Boolean).join(' '),
    NONE,
    code,
    line.unit,
    right(formatQty(line.qty)),
    right(formatMoney(priceOf(line))),
    right(formatMoney(netOf(line))),
    'без акциза',
    isTaxed(line) ? `${line.vat_rate}%` : 'без НДС',
    isTaxed(line) ? right(formatMoney(line.vat_kop)) : 'без НДС',
    right(formatMoney(line.sum_kop)),
    countryCode(line.country) ?? NONE,
    line.country || NONE,
    line.gtd || NONE,
    // Car parts are not traced by RNPT.
    ...[NONE, NONE, NONE],
  ]
}

function totalRow(lines: readonly IntakeLine[]): TableCell[] {
  const sum = (of: (line: IntakeLine) => number) => formatMoney(lines.reduce((all, line) => all + of(line), 0))
  const blanks = (count: number): TableCell[] => Array.from({ length: count }, () => '')
  return [
    { text: 'Всего к оплате', bold: true, colSpan: 8 },
    ...blanks(7),
    { text: sum(netOf), bold: true, alignment: 'right' },
    { text: 'X', colSpan: 2, alignment: 'center' },
    '',
    lines.some(isTaxed)
      ? { text: sum(({ vat_kop: kop }) => kop), bold: true, alignment: 'right' }
      : { text: 'без НДС', bold: true },
    { text: sum(({ sum_kop: kop }) => kop), bold: true, alignment: 'right' },
    ...blanks(6),
  ]
}

const linesTable = ({ lines }: Intake): Content => ({
  fontSize: 6,
  margin: [0, 8, 0, 8],
  layout: { paddingLeft: () => CELL_MARGIN, paddingRight: () => CELL_MARGIN },
  table: {
    headerRows: 2,
    dontBreakRows: true,
    widths: WIDTHS,
    body: [
      TITLES.map(([, text]): TableCell => ({ text, alignment: 'center' })),
      TITLES.map(([text]): TableCell => ({ text, alignment: 'center' })),
      ...lines.map(lineRow),
      totalRow(lines),
    ],
  },
})

const requisites = (inn: string, kpp: string | null) => (kpp ? `${inn}/${kpp}` : inn)

const DASHES = `№ ${NONE} от ${NONE}`

const prepaymentsText = ({ prepayments }: Intake): string =>
  prepayments.map(({ number, paid_on }) => `№ ${number} от ${dayText(paid_on)}`).join(', ') || DASHES

/** Invoices for advances have numbers in the seller's accounting only. */
const advanceInvoiceText = ({ prepayments, lines }: Intake): string =>
  prepayments.length > 0 && lines.some(isTaxed) ? 'номер и дата в подлиннике' : DASHES

function heading(upd: Intake): Content {
  const last = upd.lines.at(-1)?.position ?? 1
  const row = (mark: string, label: string, text: string): TableCell[] => [label, { text, bold: true }, mark]
  const seller = [
    row('(2)', 'Продавец:', upd.seller),
    row('(2а)', 'Адрес:', upd.seller_address),
    row('(2б)', 'ИНН/КПП продавца:', requisites(upd.seller_inn, upd.seller_kpp)),
    row('(3)', 'Грузоотправитель и его адрес:', 'он же'),
    row(
      '(4)',
      'Грузополучатель и его адрес:',
      `${upd.consignee_legal_name ?? upd.consignee}, ${upd.consignee_address}`,
    ),
    row('(5)', 'К платёжно-расчётному документу:', prepaymentsText(upd)),
    row('(5а)', 'Документ об отгрузке:', `№ п/п 1–${last} № ${numberOf(upd)} от ${dayText(upd.shipped_on)}`),
    row('(5б)', 'Авансовый счёт-фактура:', advanceInvoiceText(upd)),
  ]
  const buyer = [
    row('(6)', 'Покупатель:', upd.buyer),
    row('(6а)', 'Адрес:', upd.buyer_address),
    row('(6б)', 'ИНН/КПП покупателя:', requisites(upd.buyer_inn, upd.buyer_kpp)),
    row('(7)', 'Валюта: наименование, код', 'Российский рубль, 643'),
    row('(8)', 'Идентификатор государственного контракта:', NONE),
  ]
  const column = (rows: TableCell[][]): Content => ({
    layout: 'noBorders',
    table: { widths: [108, '*', 20], body: rows },
  })
  return { fontSize: 7, columnGap: 16, columns: [column(seller), column(buyer)] }
}

const SIGNATURE = '____________________'
const sign = (label: string, name = SIGNATURE): Content => ({
  text: `${label} ${SIGNATURE}  ${name}`,
  margin: [0, 6, 0, 0],
})

/** Signatures of the invoice part, above the transfer document. */
function invoiceSignatures(upd: Intake): Content {
  const { director, accountant, seller_ogrn: ogrn } = upd
  const [head, trader] = isSoleProprietor(upd.seller_inn) ? [NONE, director] : [director, NONE]
  return {
    fontSize: 7,
    unbreakable: true,
    columnGap: 16,
    margin: [0, 0, 0, 6],
    columns: [
      [
        sign('Руководитель организации или иное уполномоченное лицо', head),
        sign('Индивидуальный предприниматель или иное уполномоченное лицо', trader),
      ],
      [
        sign(
          'Главный бухгалтер или иное уполномоченное лицо',
          isSoleProprietor(upd.seller_inn) ? NONE : accountant || NONE,
        ),
        {
          text: `Реквизиты свидетельства о государственной регистрации ИП: ${isSoleProprietor(upd.seller_inn) ? `ОГРНИП ${ogrn}` : NONE}`,
          margin: [0, 6, 0, 0],
        },
      ],
    ],
  }
}

const RESPONSIBLE = 'Ответственный за правильность оформления факта хозяйственной жизни'

function signatures(upd: Intake): Content {
  const basis = `Договор № ${upd.contract_number} от ${dayText(upd.contract_day)}`
  return {
    fontSize: 7,
    unbreakable: true,
    columnGap: 16,
    columns: [
      [
        { text: `Основание передачи [8]: ${basis}` },
        { text: `Данные о транспортировке и грузе [9]: ${NONE}` },
        sign('Товар передал [10]'),
        { text: `Дата отгрузки [11]: ${dayText(upd.shipped_on)}`, margin: [0, 6, 0, 0] },
        { text: `Иные сведения об отгрузке, передаче [12]: ${NONE}` },
        sign(`${RESPONSIBLE} [13]: ${upd.director_title}`, upd.director),
        { text: `Наименование составителя [14]: ${upd.seller}` },
      ],
      [
        sign('Товар получил [15]'),
        { text: `Дата получения [16]: ${SIGNATURE}`, margin: [0, 6, 0, 0] },
        { text: `Иные сведения о получении, приёмке [17]: ${NONE}` },
        sign(`${RESPONSIBLE} [18]:`),
        { text: `Наименование получателя [19]: ${upd.buyer}` },
      ],
    ],
  }
}

/** «УПД»: draws the layout of ПП РФ № 1137, marked on every sheet as a copy for reading. */
export default function drawUpd(upd: Intake): Promise<Buffer> {
  const title = `УПД № ${numberOf(upd)} от ${dayText(upd.shipped_on)}`
  return drawPdf({
    ...sheets({ title: `${title}, копия`, author: upd.seller, number: `${title}, копия`, madeAt: upd.shipped_on }),
    pageOrientation: 'landscape',
    pageMargins: [28, 28, 28, 32],
    watermark: { text: COPY, opacity: 0.07, bold: true, angle: -25, fontSize: 64 },
    content: [
      { text: WARNING, fontSize: 8, bold: true, color: '#c00000', margin: [0, 0, 0, 6] },
      {
        columnGap: 12,
        columns: [
          { width: 70, text: `Статус: ${upd.lines.some(isTaxed) ? '1' : '2'}`, fontSize: 9, bold: true },
          [
            { text: `Счёт-фактура № ${numberOf(upd)} от ${dayText(upd.shipped_on)} (1)`, fontSize: 11, bold: true },
            { text: `Исправление № ${NONE} от ${NONE} (1а)`, fontSize: 7, margin: [0, 0, 0, 4] },
          ],
        ],
      },
      heading(upd),
      linesTable(upd),
      invoiceSignatures(upd),
      signatures(upd),
    ],
  })
}

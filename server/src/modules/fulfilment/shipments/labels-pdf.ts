import { LABEL_SIZES, type LabelSize } from '@artikul/contract/fulfilment/shipment-labels'
import type { Shipment } from '@artikul/contract/fulfilment/shipments'
import type { Content } from 'pdfmake/interfaces.js'
import { dayText } from '../../../platform/clock.ts'
import { cut, drawPdf, infoOf, MM, qrImage } from '../../../platform/files/pdf.ts'

export interface LabelFacts {
  shipment: Shipment
  /** QR code that opens the shipment on a phone for counting. */
  qr: { size: number; path: string }
  places: number
  size: LabelSize
}

interface Measures {
  qr: number
  text: number
  title: number
  /** Characters per line next to the QR code or, on a tall label, above it. */
  letters: number
  margin: number
}

const MEASURES: Record<LabelSize, Measures> = {
  '58x40': { qr: 21, text: 5.6, title: 9, letters: 26, margin: 2 },
  '75x120': { qr: 40, text: 9, title: 15, letters: 38, margin: 4 },
}

const unique = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))]

/** Returns as many of the words as fit, with the number of omitted ones. */
function few(all: readonly string[], letters: number): string {
  let shown = 0
  while (shown < all.length && all.slice(0, shown + 1).join(', ').length <= letters) shown += 1
  if (shown === all.length) return all.join(', ')
  return shown === 0 ? cut(all[0] ?? '', letters) : `${all.slice(0, shown).join(', ')} и ещё ${all.length - shown}`
}

const fact = (label: string, text: string, letters: number): Content[] =>
  text === '' ? [] : [{ text: [{ text: `${label} `, color: '#555' }, cut(text, letters)] }]

/** Characters of a caption in front of its value. */
const CAPTION = 7

/** Lists the buyer's references to the goods: orders and own marks, at most two lines each. */
function facts({ shipment }: LabelFacts, { letters }: Measures): Content[] {
  const { seller, contractor, consignee, consignee_address: address, delivery_run: deliveryRun, lines } = shipment
  const [one, two] = [letters - CAPTION, letters * 2 - CAPTION * 2]
  return [
    { text: cut(contractor, letters * 2 - CAPTION), bold: true },
    ...fact('Кому:', consignee, two),
    ...fact('Адрес:', address, two + CAPTION),
    ...fact('Доставка:', deliveryRun, one),
    ...fact('Заказы:', few(unique(lines.map(({ order_number: number }) => number)), one), one + CAPTION),
    ...fact('Пометка:', few(unique(lines.map(({ client_ref: mark }) => mark)), two), two),
    ...fact('От кого:', seller, one),
  ]
}

function label(given: LabelFacts, place: number): Content {
  const { shipment, qr, places, size } = given
  const measures = MEASURES[size]
  const isNarrow = size === '58x40'
  const title = { text: `№ ${shipment.number}`, fontSize: measures.title, bold: true }
  const when: Content = { text: `от ${dayText(shipment.shipped_on)}` }
  const which: Content = { text: `Место ${place} из ${places}`, fontSize: measures.title, bold: true }
  const breaks = place > 1 ? { pageBreak: 'before' as const } : {}
  const text = facts(given, measures)
  if (!isNarrow)
    return {
      ...breaks,
      stack: [
        title,
        when,
        { ...which, margin: [0, 2, 0, 6] },
        ...text,
        {
          columns: [
            { width: '*', text: '' },
            { width: 'auto', stack: [qrImage(qr, measures.qr)] },
            { width: '*', text: '' },
          ],
          margin: [0, 8, 0, 2],
        },
        { text: 'Наведите телефон, чтобы принять', alignment: 'center', fontSize: 8 },
      ],
    }
  return {
    ...breaks,
    columns: [
      { width: '*', stack: [title, when, ...text] },
      {
        width: measures.qr * MM,
        stack: [qrImage(qr, measures.qr), { ...which, fontSize: 8, alignment: 'center', margin: [0, 2, 0, 0] }],
      },
    ],
    columnGap: 3,
  }
}

/** Draws a label for each package of a shipment: owner, destination, and a QR code that opens it for counting. */
export default function drawLabels(facts: LabelFacts): Promise<Buffer> {
  const [width, height] = LABEL_SIZES[facts.size]
  const { margin, text } = MEASURES[facts.size]
  return drawPdf({
    pageSize: { width: width * MM, height: height * MM },
    pageMargins: margin * MM,
    info: infoOf({
      title: `Этикетки к отгрузке № ${facts.shipment.number}`,
      author: facts.shipment.seller,
      madeAt: facts.shipment.shipped_on,
    }),
    defaultStyle: { font: 'Roboto', fontSize: text, lineHeight: 1.05 },
    content: Array.from({ length: facts.places }, (_, at) => label(facts, at + 1)),
  })
}

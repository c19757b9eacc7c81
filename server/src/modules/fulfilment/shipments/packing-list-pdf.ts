import { formatQty, toThousandths } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { Shipment } from '@artikul/contract/fulfilment/shipments'
import { unitText } from '@artikul/contract/core/units'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { dayText } from '../../../platform/clock.ts'
import { drawPdf, head, right, sheets } from '../../../platform/files/pdf.ts'
import type { ShipmentWeight } from './shipments.queries.ts'

const party = (label: string, text: string): TableCell[] => [{ text: label }, { text, bold: true }]

function parties({
  seller,
  contractor,
  contract,
  consignee,
  consignee_address: address,
  delivery_run: deliveryRun,
}: Shipment): Content {
  const rows = [
    party('Продавец:', seller),
    party('Покупатель:', `${contractor}, договор ${contract}`),
    party('Грузополучатель:', `${consignee}, ${address}`),
    ...(deliveryRun ? [party('Доставка:', deliveryRun)] : []),
  ]
  return { margin: [0, 8, 0, 8], layout: 'noBorders', table: { widths: [92, '*'], body: rows } }
}

/** Prices are omitted: they are needed neither for packing nor for receiving. */
function linesTable({ lines }: Shipment): Content {
  const titles = ['№', 'Бренд', 'Артикул', 'Наименование', 'Заказ', 'Пометка', 'Кол-во', 'Ед.', 'Собрано']
  return {
    fontSize: 8,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [18, 60, 78, '*', 56, 56, 36, 20, 42],
      body: [
        titles.map(head),
        ...lines.map((line): TableCell[] => [
          { text: String(line.position), alignment: 'center' },
          line.brand,
          { text: line.article, bold: true },
          line.name,
          [line.order_number, line.client_number].filter(Boolean).join(', '),
          line.client_ref,
          right(formatQty(line.qty)),
          unitText(line.unit),
          '',
        ]),
      ],
    },
  }
}

export interface PackedShipment extends Shipment {
  weight: ShipmentWeight
}

/** «Всего: 7 строк, 23 шт., 4 л, вес 12,4 кг (без 2 строк: вес не указан)». */
function totalText({ lines, weight: { grams, unknown } }: PackedShipment): string {
  const byUnit = Map.groupBy(lines, ({ unit }) => unit)
  const quantities = [...byUnit].map(([unit, own]) => {
    const thousandths = own.reduce((sum, { qty }) => sum + toThousandths(qty), 0)
    return `${formatQty(thousandths / 1000)} ${unitText(unit)}`
  })
  const left = unknown === 0 ? '' : ` (без ${counted(unknown, 'строки', 'строк', 'строк')}: вес не указан)`
  const weight = grams === 0 ? [] : [`вес ${formatQty(Math.round(grams / 100) / 10)} кг${left}`]
  return `Всего: ${[counted(lines.length, 'строка', 'строки', 'строк'), ...quantities, ...weight].join(', ')}`
}

/** «Комплектовочная ведомость»: draws the contents of a shipment's packages. */
export default function drawPackingList(shipment: PackedShipment): Promise<Buffer> {
  const title = `Комплектовочная ведомость к отгрузке № ${shipment.number} от ${dayText(shipment.shipped_on)}`
  const sign = (who: string) => ({ text: `${who} ____________________  ____________________` })
  return drawPdf({
    ...sheets({ title, author: shipment.seller, number: shipment.number, madeAt: shipment.shipped_on }),
    content: [
      ...(shipment.cancelled ? [{ text: 'Отгрузка отменена', bold: true, color: '#c00000' }] : []),
      { text: title, fontSize: 14, bold: true, margin: [0, 0, 0, 4] },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 521, y2: 0, lineWidth: 1.5 }] },
      parties(shipment),
      linesTable(shipment),
      { text: totalText(shipment), margin: [0, 6, 0, 0] },
      { margin: [0, 22, 0, 0], unbreakable: true, columns: [sign('Собрал'), sign('Получил')] },
    ],
  })
}

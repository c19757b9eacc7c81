import { CLAIM_KINDS } from '@artikul/contract/fulfilment/claim-states'
import { formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { unitText } from '@artikul/contract/core/units'
import { dayText } from '../../../../platform/clock.ts'
import { cut, drawPdf, infoOf, MM, qrImage } from '../../../../platform/files/pdf.ts'
import type { ReturnLabelFacts } from './claim-documents.ts'

const [WIDTH, HEIGHT, MARGIN] = [75, 120, 4]
const MAX_LINES = 5
const LETTERS = 40

/** Draws the label of goods handed over under a claim: owner, deadline, destination, and a QR code of the claim. */
export default function drawLabel({ claim, parties, qr }: ReturnLabelFacts): Promise<Buffer> {
  const lines = claim.lines.filter(({ accepted_qty: qty }) => (qty ?? 0) > 0)
  const more = lines.length - MAX_LINES
  return drawPdf({
    pageSize: { width: WIDTH * MM, height: HEIGHT * MM },
    pageMargins: MARGIN * MM,
    info: infoOf({
      title: `Этикетка к обращению ${claim.number}`,
      author: parties.contractor,
      madeAt: claim.created_at,
    }),
    content: [
      { text: `Возврат ${claim.number}`, fontSize: 15, bold: true },
      { text: CLAIM_KINDS[claim.kind] },
      { text: cut(parties.contractor, LETTERS * 2), bold: true, margin: [0, 4, 0, 0] },
      { text: cut(parties.consignee, LETTERS * 2) },
      { text: `К отгрузке № ${claim.shipment_number} от ${dayText(claim.shipped_on)}`, margin: [0, 4, 0, 4] },
      ...lines.slice(0, MAX_LINES).map(({ brand, article, accepted_qty: qty, unit }) => ({
        text: `${cut(`${brand} ${article}`, LETTERS - 10)}: ${formatQty(qty ?? 0)} ${unitText(unit)}`,
      })),
      ...(more > 0 ? [{ text: `и ещё ${counted(more, 'строка', 'строки', 'строк')}` }] : []),
      ...(claim.hand_over_until
        ? [
            {
              text: cut(`Сдать до ${dayText(claim.hand_over_until)}: ${claim.hand_over_to}`, LETTERS * 4),
              margin: [0, 4, 0, 0] as [number, number, number, number],
            },
          ]
        : []),
      {
        columns: [
          { width: '*', text: '' },
          { width: 'auto', stack: [qrImage(qr, 38)] },
          { width: '*', text: '' },
        ],
        margin: [0, 6, 0, 0],
      },
    ],
  })
}

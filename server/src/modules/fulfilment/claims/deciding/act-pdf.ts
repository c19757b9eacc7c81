import { CLAIM_OUTCOMES, CLAIM_DOCUMENTS } from '@artikul/contract/fulfilment/claim-rules'
import { CLAIM_KINDS, CLAIM_STATES } from '@artikul/contract/fulfilment/claim-states'
import type { ClaimLine } from '@artikul/contract/fulfilment/claims'
import { formatQty } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { dayText, moscowDate } from '../../../../platform/clock.ts'
import { drawPdf, head, right, sheets } from '../../../../platform/files/pdf.ts'
import type { ActFacts } from './claim-documents.ts'

const row = (label: string, text: string): TableCell[] => [{ text: label }, { text, bold: true }]

function heading({ claim, parties }: ActFacts): Content {
  const kpp = parties.contractor_kpp ? `, КПП ${parties.contractor_kpp}` : ''
  const received = parties.received_on ? `, получена ${dayText(parties.received_on)}` : ''
  return {
    margin: [0, 8, 0, 8],
    layout: 'noBorders',
    table: {
      widths: [110, '*'],
      body: [
        row('Продавец:', `${parties.seller}, ИНН ${parties.seller_inn}`),
        row('Покупатель:', `${parties.contractor}, ИНН ${parties.contractor_inn}${kpp}`),
        row('Договор:', claim.contract),
        row('Грузополучатель:', `${parties.consignee}, ${parties.consignee_address}`),
        row('Отгрузка:', `№ ${claim.shipment_number} от ${dayText(claim.shipped_on)}${received}`),
        row('Что не так:', CLAIM_KINDS[claim.kind]),
        row('Просим:', CLAIM_OUTCOMES[claim.outcome]),
      ],
    },
  }
}

const qtyCell = (qty: number | null) => right(qty === null ? '' : formatQty(qty))

/** Prices are omitted: they are needed neither for counting nor for signing. */
function linesTable({ claim, parties }: ActFacts): Content {
  const titles = ['№', 'Бренд', 'Артикул', 'Наименование', 'Заказ', 'В документе', 'Заявлено', 'Принято', 'Ед.']
  return {
    fontSize: 8,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [16, 58, 78, '*', 54, 46, 44, 40, 20],
      body: [
        titles.map(head),
        ...claim.lines.map((line: ClaimLine, at): TableCell[] => [
          { text: String(at + 1), alignment: 'center' },
          line.brand,
          { text: line.article, bold: true },
          line.refusal === '' ? line.name : `${line.name}\n${line.refusal}`,
          line.order_number,
          qtyCell(parties.shipped[at] ?? null),
          qtyCell(line.qty),
          qtyCell(line.settled_qty ?? line.accepted_qty),
          unitText(line.unit),
        ]),
      ],
    },
  }
}

const block = (title: string, text: string): Content[] =>
  text === '' ? [] : [{ text: title, bold: true, margin: [0, 8, 0, 2] }, { text }]

/** Describes the outcome as far as it is known. */
function verdict({ claim }: ActFacts): string {
  const { granted_outcome: granted, correction, hand_over_until: until, hand_over_to: place } = claim
  return [
    `${CLAIM_STATES[claim.state]}.`,
    ...(granted ? [`Решено иначе: ${CLAIM_OUTCOMES[granted].toLowerCase()}.`] : []),
    ...(until ? [`Товар сдать до ${dayText(until)}: ${place}.`] : []),
    ...(correction ? [`Корректировка № ${correction.number} от ${dayText(correction.made_on)}.`] : []),
    ...[...new Set(claim.lines.flatMap(({ supply }) => supply?.order.number ?? []))].map(
      (number) => `Товар отправляется заказом № ${number}.`,
    ),
  ].join(' ')
}

/** «Акт рекламации», «Акт о расхождениях», «Заявка на возврат»: draws the claimed goods and the decision. */
export default function drawAct(facts: ActFacts): Promise<Buffer> {
  const { claim, parties } = facts
  const title = `${CLAIM_DOCUMENTS[claim.kind]} № ${claim.number} от ${dayText(moscowDate(new Date(claim.created_at)))}`
  const files = claim.messages.flatMap((message) => message.files.map(({ name }) => name))
  const sign = (who: string) => ({ text: `${who}\n\n____________________  ____________________\n\nМ.П.` })
  return drawPdf({
    ...sheets({ title, author: parties.contractor, number: claim.number, madeAt: claim.created_at }),
    content: [
      { text: title, fontSize: 14, bold: true, margin: [0, 0, 0, 4] },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 521, y2: 0, lineWidth: 1.5 }] },
      heading(facts),
      linesTable(facts),
      ...block('Описание', claim.text),
      ...block('Решение', verdict(facts)),
      ...block('Приложения', files.join(', ')),
      {
        margin: [0, 24, 0, 0],
        unbreakable: true,
        columnGap: 20,
        columns: [sign(`От покупателя: ${parties.contractor}`), sign(`От продавца: ${parties.seller}`)],
      },
    ],
  })
}

import type { ConsigneeItem } from '@artikul/contract/companies/consignees'
import { textCell, writeTable } from '../../../platform/files/xlsx.ts'
import { FIELDS } from './consignee-audit.ts'

/** Renders the points as a workbook that can be imported again; a truncated list is noted in the last row. */
export const renderPointsXlsx = (points: ConsigneeItem[], total: number): Promise<Buffer> =>
  writeTable({
    sheet: 'Грузополучатели',
    columns: FIELDS.map(({ title }) => ({ title, width: title === 'Адрес' ? 60 : 24 })),
    rows: points.map((point) => FIELDS.map(({ text }) => textCell(text(point)))),
    total,
  })

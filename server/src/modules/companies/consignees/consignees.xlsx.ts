import type { ConsigneeItem } from '@artikul/contract/companies/consignees'
import { textCell, writeTable } from '../../../platform/files/xlsx.ts'
import { FIELDS } from './consignees.journal.ts'

/** The points as a workbook that can be read back; when not all fitted, its last row says so. */
export const renderPointsXlsx = (points: ConsigneeItem[], total: number): Promise<Buffer> =>
  writeTable({
    sheet: 'Грузополучатели',
    columns: FIELDS.map(({ title }) => ({ title, width: title === 'Адрес' ? 60 : 24 })),
    rows: points.map((point) => FIELDS.map(({ text }) => textCell(text(point)))),
    total,
  })

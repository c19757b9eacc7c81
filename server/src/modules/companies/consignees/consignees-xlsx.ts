import type { ConsigneeItem } from '@artikul/contract/companies/consignees'
import { textCell, writeTable } from '../../../platform/files/xlsx.ts'
import { FIELD_NAMES, fieldText, POINT_FIELDS } from './consignee-fields.ts'

/** Renders the points as a workbook that can be imported again; a truncated list is noted in the last row. */
export const renderPointsXlsx = (points: ConsigneeItem[], total: number): Promise<Buffer> =>
  writeTable({
    sheet: 'Грузополучатели',
    columns: FIELD_NAMES.map((name) => ({ title: POINT_FIELDS[name].title, width: name === 'address' ? 60 : 24 })),
    rows: points.map((point) => FIELD_NAMES.map((name) => textCell(fieldText(name, point)))),
    total,
  })

import { PRICE_LIST_FIELDS, type PriceListColumn, type PriceListField } from '@artikul/contract/price-list'
import type { PriceImportDetails } from '@artikul/contract/price-lists'
import { cx } from '../../ui/cx.ts'
import { RowSelect } from '../../ui/select.tsx'
import { columnName } from './price-list-words.ts'

const FIELDS = (Object.entries(PRICE_LIST_FIELDS) as [PriceListField, string][]).map(([value, label]) => ({
  value,
  label,
}))
const CELL = 'max-w-48 truncate border-r border-b border-hairline px-2 py-1 last:border-r-0'

interface Props {
  preview: PriceImportDetails['preview']
  columns: readonly PriceListColumn[]
  headerRow: number | null
  disabled: boolean
  onChange: (index: number, field: PriceListField | null) => void
}

/** The first rows of the sheet with the meaning of every column over it. */
export function SheetColumns({ preview, columns, headerRow, disabled, onChange }: Props) {
  return (
    <div
      role="region"
      aria-label="Первые строки файла"
      tabIndex={0}
      className="max-h-[45vh] overflow-auto rounded-md border border-hairline"
    >
      <table className="text-sm">
        <thead className="sticky top-0 bg-raised">
          <tr>
            <th scope="col" className={CELL}>
              <span className="sr-only">Строка</span>
            </th>
            {columns.map(({ index, field }) => (
              <th key={index} scope="col" className={cx(CELL, 'min-w-36 font-normal')}>
                <RowSelect
                  label={`Столбец ${columnName(index)}`}
                  placeholder="Не нужен"
                  items={FIELDS}
                  value={field}
                  disabled={disabled}
                  onValueChange={(next) => onChange(index, next)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map(({ number, cells }) => (
            <tr key={number} className={cx(number === headerRow && 'bg-accent-soft font-medium')}>
              <th scope="row" className={cx(CELL, 'text-right font-normal text-text-2')}>
                {number}
              </th>
              {columns.map(({ index }) => (
                <td key={index} className={CELL} title={cells[index]}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

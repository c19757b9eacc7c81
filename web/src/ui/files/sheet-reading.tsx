import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Select } from '../fields/select.tsx'

/** Row of a file with its number in the sheet. */
interface SheetRow {
  number: number
  cells: readonly string[]
}

const NO_HEADER = 0
/** Spreadsheet programs allow no sheet without a name. */
const ALL_SHEETS = ''

interface ChoiceProps {
  sheets: readonly string[]
  sheet: string | null
  /** Label of the choice to read several sheets together, selected when `sheet` is null. */
  allSheets?: string | undefined
  preview: readonly SheetRow[]
  headerRow: number | null
  disabled: boolean
  onSheet: (sheet: string | null) => void
  onHeaderRow: (row: number | null) => void
}

/** Selects the sheet and the header row of a file. */
export function SheetChoice({
  sheets,
  sheet,
  allSheets,
  preview,
  headerRow,
  disabled,
  onSheet,
  onHeaderRow,
}: ChoiceProps) {
  const all = allSheets === undefined ? [] : [{ value: ALL_SHEETS, label: allSheets }]
  return (
    <>
      {sheets.length > 1 && (
        <Select
          label="Лист"
          items={[...all, ...sheets.map((name) => ({ value: name, label: name }))]}
          value={sheet ?? (allSheets === undefined ? null : ALL_SHEETS)}
          disabled={disabled}
          onValueChange={(chosen) => chosen !== null && onSheet(chosen === ALL_SHEETS ? null : chosen)}
        />
      )}
      <Select
        label="Строка заголовка"
        items={[
          { value: NO_HEADER, label: 'Нет заголовка' },
          ...preview.map(({ number }) => ({ value: number, label: `Строка ${number}` })),
        ]}
        value={headerRow ?? NO_HEADER}
        disabled={disabled}
        onValueChange={(row) => onHeaderRow(row || null)}
      />
    </>
  )
}

const CELL = 'max-w-48 truncate border-r border-b border-hairline px-2 py-1 last:border-r-0'

interface PreviewProps<Column> {
  preview: readonly SheetRow[]
  columns: readonly Column[]
  headerRow: number | null
  /** Control above a column that chooses its meaning. */
  meaning: (column: Column) => ReactNode
}

/** First rows of a sheet with the meaning of every column above it. */
export function SheetPreview<Column extends { index: number }>(props: PreviewProps<Column>) {
  const { preview, columns, headerRow, meaning } = props
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
            {columns.map((column) => (
              <th key={column.index} scope="col" className={cx(CELL, 'min-w-36 align-top font-normal')}>
                {meaning(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map(({ number, cells }) => (
            <tr key={number} className={cx(number === headerRow && 'bg-brand-soft font-medium')}>
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

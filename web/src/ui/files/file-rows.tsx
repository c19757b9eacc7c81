import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface FileColumn<Row> {
  title: string
  cell: (row: Row) => ReactNode
  className?: string
}

interface Props<Row> {
  label: string
  columns: readonly FileColumn<Row>[]
  rows: readonly Row[]
}

const CELL = 'px-2 py-1.5 text-left align-top'

/** Rows of a file by their numbers in it, with the outcome of each. */
export const FileRows = <Row extends { row: number }>({ label, columns, rows }: Props<Row>) => (
  <div
    className="max-h-80 overflow-auto rounded-md border border-hairline"
    tabIndex={0}
    role="region"
    aria-label={label}
  >
    <table className="w-full text-sm">
      <thead className="text-text-2">
        <tr className="border-b border-hairline">
          {['Строка', ...columns.map(({ title }) => title)].map((title) => (
            <th key={title} scope="col" className={cx(CELL, 'font-medium whitespace-nowrap')}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.row} className="border-b border-hairline last:border-0">
            <td className={CELL}>{row.row}</td>
            {columns.map(({ title, cell, className }) => (
              <td key={title} className={cx(CELL, className)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

import { useState, type ReactNode } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { Button } from '../button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { Notice } from '../hints/notice.tsx'
import { SheetChoice, SheetPreview } from '../files/sheet-reading.tsx'

interface SheetColumn {
  index: number
  header: string
}

/** Parsed layout of a file with its first rows. */
interface Reading<Column> {
  layout: {
    sheet: string | null
    sheets: readonly string[]
    header_row: number | null
    columns: readonly Column[]
  }
  preview: readonly { number: number; cells: readonly string[] }[]
}

/** Requested layout; without columns the server detects them again. */
export interface RequestedReading<Column> {
  sheet: string | null
  header_row: number | null
  columns: Column[] | null
}

interface Props<Column extends SheetColumn> {
  title: string
  description: string
  reading: Reading<Column>
  /** Creates a column without a meaning. */
  blank: (index: number, header: string) => Column
  meaning: (column: Column, change: (next: Partial<Column>) => void) => ReactNode
  saving: { isPending: boolean; error: unknown }
  onSave: (request: RequestedReading<Column>) => void
  onClose: () => void
}

/** Returns the columns of the sheet with their current meanings, including those without a header. */
function columnsOf<Column extends SheetColumn>(
  { layout, preview }: Reading<Column>,
  headerRow: number | null,
  blank: Props<Column>['blank'],
): Column[] {
  const width = Math.max(
    0,
    ...preview.map(({ cells }) => cells.length),
    ...layout.columns.map(({ index }) => index + 1),
  )
  const header = preview.find(({ number }) => number === headerRow)
  return Array.from({ length: width }, (_, index) => {
    const known = layout.columns.find((column) => column.index === index)
    const text = headerRow === layout.header_row ? (known?.header ?? '') : (header?.cells[index] ?? '')
    return known ? { ...known, header: text } : blank(index, text)
  })
}

/** Shows the first rows of a file and lets the user correct the meaning of every column. */
export function ColumnsDialog<Column extends SheetColumn>(props: Props<Column>) {
  const { title, description, reading, blank, meaning, saving, onSave, onClose } = props
  const { layout, preview } = reading
  const [headerRow, setHeaderRow] = useState(layout.header_row)
  const [initialColumns] = useState(() => columnsOf(reading, layout.header_row, blank))
  const [columns, setColumns] = useState(initialColumns)
  const isDirty = headerRow !== layout.header_row || JSON.stringify(columns) !== JSON.stringify(initialColumns)
  const changeHeader = (row: number | null) => {
    setHeaderRow(row)
    // Chosen meanings are preserved.
    setColumns((before) =>
      columnsOf(reading, row, blank).map((column) => ({ ...(before[column.index] ?? column), header: column.header })),
    )
  }
  const change = (index: number, next: Partial<Column>) =>
    setColumns((before) => before.map((column) => (column.index === index ? { ...column, ...next } : column)))
  return (
    <Dialog
      title={title}
      description={description}
      width="lg"
      open
      isDirty={isDirty}
      onClose={onClose}
      actions={
        <>
          <DialogClose />
          <Button
            look="primary"
            busy={saving.isPending}
            onClick={() => onSave({ sheet: layout.sheet, header_row: headerRow, columns })}
          >
            Прочитать так
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {saving.error !== null && <Notice tone="warn">{messageOf(saving.error)}</Notice>}
        <div className="grid gap-3 sm:grid-cols-2">
          <SheetChoice
            sheets={layout.sheets}
            sheet={layout.sheet}
            preview={preview}
            headerRow={headerRow}
            disabled={saving.isPending}
            onSheet={(sheet) => onSave({ sheet, header_row: null, columns: null })}
            onHeaderRow={changeHeader}
          />
        </div>
        <SheetPreview
          preview={preview}
          columns={columns}
          headerRow={headerRow}
          meaning={(column) => meaning(column, (next) => change(column.index, next))}
        />
      </div>
    </Dialog>
  )
}

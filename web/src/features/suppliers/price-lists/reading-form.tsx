import { PRICE_LIST_FIELDS, type PriceListField, type PriceListLayout } from '@artikul/contract/suppliers/price-list'
import type { PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { columnName } from '../../../lib/text/column-name.ts'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { SheetChoice } from '../../../ui/files/sheet-reading.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FileQuestions } from './file-questions.tsx'
import { SheetColumns } from './sheet-columns.tsx'
import { requestedSheet, type LayoutDraft } from './use-reading.ts'

interface Props {
  item: PriceImportDetails
  reading: LayoutDraft
  mayChange: boolean
}

/** Returns what is unusual about the columns, and the required ones that are missing. */
function warningsOf({ columns }: LayoutDraft['draft']): string[] {
  const has = (wanted: PriceListField) => columns.some(({ field }) => field === wanted)
  const required = (['article', 'purchase'] as const).filter((field) => !has(field))
  return [
    ...required.map((field) => `Укажите столбец «${PRICE_LIST_FIELDS[field]}».`),
    ...(columns.filter(({ field }) => field === 'qty').length > 1
      ? ['Остатки из нескольких столбцов складываются. Если складывать не нужно, уберите лишние.']
      : []),
  ]
}

/** Names the columns of the file that are not used, each with its first value. */
function unusedColumns(
  { columns, header_row: headerRow }: LayoutDraft['draft'],
  preview: PriceImportDetails['preview'],
) {
  const header = preview.find(({ number }) => number === headerRow)
  const below = preview.filter(({ number }) => number > (headerRow ?? 0))
  return columns.flatMap(({ index, field }) => {
    const sample = below.map(({ cells }) => cells[index] ?? '').find((cell) => cell !== '')
    if (field !== null || sample === undefined) return []
    return [`${header?.cells[index] || `столбец ${columnName(index)}`} (${sample})`]
  })
}

const quoted = (names: readonly string[]) => names.map((name) => `«${name}»`).join(', ')

/** Names the sheets that are read and those that are left out. */
function sheetsText({ sheet, sheets, further_sheets: further }: PriceListLayout): string {
  const read = sheets.filter((name) => name === sheet || further.includes(name))
  const leftOut = sheets.filter((name) => !read.includes(name))
  return [
    `${read.length > 1 ? 'Читаем листы' : 'Читаем лист'} ${quoted(read)}.`,
    leftOut.length > 0 && `Не читаем: ${quoted(leftOut)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Layout of the file: the sheet, the header row, the meaning of every column, and the brand of rows without one. */
export function LayoutForm({ item, reading, mayChange }: Props) {
  const { layout, preview } = item
  const { draft, busy } = reading
  if (!layout) return null
  const disabled = busy || !mayChange
  const unused = unusedColumns(draft, preview)
  return (
    <div className="flex flex-col gap-3">
      {layout.remembered && (
        <Notice>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            Столбцы и ответы такие же, как в прошлом файле с этим заголовком.
            {mayChange && (
              <Button size="sm" busy={busy} onClick={reading.forget}>
                Забыть и узнать заново
              </Button>
            )}
          </div>
        </Notice>
      )}
      {warningsOf(draft).map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {layout.sheets.length > 1 && <Notice>{sheetsText(layout)}</Notice>}
      <FileQuestions item={item} layout={layout} reading={reading} disabled={disabled} />
      {layout.prices_without_vat && <Notice>Цены в файле без НДС: при загрузке прибавим его.</Notice>}
      <div className="grid gap-3 sm:grid-cols-3">
        <SheetChoice
          sheets={layout.sheets}
          sheet={requestedSheet(layout)}
          allSheets="Все листы этого вида"
          preview={preview}
          headerRow={draft.header_row}
          disabled={disabled}
          onSheet={reading.setSheet}
          onHeaderRow={reading.setHeader}
        />
        {draft.columns.some(({ field }) => field === 'brand') && (
          <TextField
            label="Производитель, если не указан"
            maxLength={100}
            autoComplete="off"
            disabled={disabled}
            value={draft.default_brand}
            onValueChange={(default_brand) => reading.setAnswer({ default_brand })}
          />
        )}
      </div>
      <SheetColumns
        preview={preview}
        columns={draft.columns}
        headerRow={draft.header_row}
        disabled={disabled}
        onChange={reading.setField}
      />
      {unused.length > 0 && <p className="text-sm text-text-2">Не используем: {unused.join(', ')}.</p>}
    </div>
  )
}

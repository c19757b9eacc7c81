import { PRICE_LIST_FIELDS, type PriceListColumn, type PriceListField } from '@artikul/contract/suppliers/price-list'
import type { PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { columnName } from '../../../lib/text/column-name.ts'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { SheetPreview } from '../../../ui/files/sheet-reading.tsx'

const FIELDS = (Object.entries(PRICE_LIST_FIELDS) as [PriceListField, string][]).map(([value, label]) => ({
  value,
  label,
}))

interface Props {
  preview: PriceImportDetails['preview']
  columns: readonly PriceListColumn[]
  headerRow: number | null
  disabled: boolean
  onChange: (index: number, field: PriceListField | null) => void
}

/** First rows of the price list with the offer field of every column. */
export const SheetColumns = ({ disabled, onChange, ...sheet }: Props) => (
  <SheetPreview
    {...sheet}
    meaning={({ index, field }) => (
      <RowSelect
        label={`Столбец ${columnName(index)}`}
        placeholder="Не нужен"
        items={FIELDS}
        value={field}
        disabled={disabled}
        onValueChange={(next) => onChange(index, next)}
      />
    )}
  />
)

import {
  BRAND_SOURCES,
  FOREIGN_CURRENCIES,
  MISSING_STOCK,
  type MissingStock,
  type PriceListLayout,
} from '@artikul/contract/suppliers/price-list'
import type { PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { keysOf } from '@artikul/contract/core/keys'
import { counted } from '@artikul/contract/core/plural'
import { columnName } from '../../../lib/text/column-name.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import type { LayoutDraft } from './use-reading.ts'

const STOCK_CHOICES = keysOf(MISSING_STOCK).map((value) => ({ value, label: MISSING_STOCK[value] }))

interface Props {
  item: PriceImportDetails
  layout: PriceListLayout
  reading: LayoutDraft
  disabled: boolean
}

/** Returns where the proposed maker was found; null once a person has changed it. */
function proposalText({ brand_source: source, has_brand_groups }: PriceListLayout, brand: string): string | null {
  if (source === null) return null
  return `${has_brand_groups ? 'Найдены' : `«${brand}» найден`} ${BRAND_SOURCES[source]}: проверьте.`
}

/** Form for data that the file does not contain, with the answers: maker, stock, rate of its currency, the purchase price of two. */
export function FileQuestions({ item, layout, reading, disabled }: Props) {
  const { draft, questions, setAnswer } = reading
  const isProposed = draft.default_brand === item.default_brand && draft.has_brand_groups === layout.has_brand_groups
  const proposal = isProposed ? proposalText(layout, item.default_brand) : null
  const lacks = (field: 'brand' | 'qty') => !draft.columns.some((column) => column.field === field)
  return (
    <>
      {layout.price_ratio !== null && !reading.isPriceMoved && (
        <Notice tone={questions.includes('purchase') ? 'warn' : 'info'}>
          В файле две цены без заголовка: одна больше другой в {counted(layout.price_ratio, 'раз', 'раза', 'раз')}.
          Закупочной считаем меньшую, столбец{' '}
          {columnName(draft.columns.find(({ field }) => field === 'purchase')?.index ?? 0)}: его можно поменять ниже.
          <Checkbox
            label="Меньшая цена — закупочная"
            checked={reading.isPriceConfirmed}
            disabled={disabled}
            onCheckedChange={reading.setPriceConfirmed}
          />
        </Notice>
      )}
      {layout.currency && !reading.isPriceMoved && (
        <Notice tone={questions.includes('currency') ? 'warn' : 'info'}>
          <div className="max-w-md">
            <NumberField
              label={`Цены в ${FOREIGN_CURRENCIES[layout.currency]}. Сколько рублей за единицу?`}
              min={0}
              disabled={disabled}
              format={{ maximumFractionDigits: 4 }}
              {...(layout.last_rate !== null && {
                placeholder: `В прошлый раз ${String(layout.last_rate).replace('.', ',')}`,
              })}
              value={draft.currency_rate}
              onValueChange={(rate) => setAnswer({ currency_rate: rate || null })}
            />
          </div>
        </Notice>
      )}
      {lacks('qty') && (
        <Notice tone={questions.includes('stock') ? 'warn' : 'info'}>
          <RadioGroup<MissingStock>
            label="Столбца остатка в файле нет. Как считать товары?"
            items={STOCK_CHOICES.map((choice) => ({ ...choice, disabled }))}
            value={draft.missing_stock}
            onValueChange={(missing_stock) => setAnswer({ missing_stock })}
          />
        </Notice>
      )}
      {lacks('brand') && (
        <Notice tone={questions.includes('brand') ? 'warn' : 'info'}>
          <div className="flex max-w-md flex-col gap-1">
            <TextField
              label="Столбца производителя в файле нет. Чьи это товары?"
              maxLength={100}
              autoComplete="off"
              disabled={disabled || draft.has_brand_groups}
              value={draft.default_brand}
              onValueChange={(default_brand) => setAnswer({ default_brand })}
            />
            <Checkbox
              label="Производители — в строках групп"
              checked={draft.has_brand_groups}
              disabled={disabled}
              onCheckedChange={(has_brand_groups) => setAnswer({ has_brand_groups })}
            />
            {proposal}
          </div>
        </Notice>
      )}
    </>
  )
}

import type { InvoicePreview } from '@artikul/contract/billing/new-invoice'
import { IconTrash } from '@tabler/icons-react'
import { roubles } from '../../../lib/text/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { InvoiceDraftLine } from './new-invoice-draft.ts'

interface Props {
  position: number
  line: InvoiceDraftLine
  /** The line as it would be printed. */
  shown: InvoicePreview['lines'][number] | undefined
  isStaff: boolean
  errorOf: (field: keyof InvoiceDraftLine) => string | undefined
  onChange: (typed: Partial<InvoiceDraftLine>) => void
  onRemove: () => void
}

const QTY: Intl.NumberFormatOptions = { maximumFractionDigits: 3 }

/** A line of goods: a catalogue line has an editable quantity and, for staff, a price; a typed line has every field. */
export function GoodsLine({ position, line, shown, isStaff, errorOf, onChange, onRemove }: Props) {
  const isTyped = line.offer_id === null
  const of = line.name || `строка ${position}`
  const offerError = errorOf('offer_id')
  return (
    <li className="grid grid-cols-2 items-start gap-x-3 gap-y-2 px-3 py-2 sm:grid-cols-[1fr_7rem_10rem_8rem_auto]">
      <div className="col-span-2 min-w-0 sm:col-span-1">
        {isTyped ? (
          <div className="grid grid-cols-[1fr_5rem] gap-2">
            <TextField
              label={`${position}. Название`}
              maxLength={300}
              value={line.name}
              onValueChange={(name) => onChange({ name })}
              error={errorOf('name')}
            />
            <TextField
              label="Ед."
              maxLength={10}
              value={line.unit}
              onValueChange={(unit) => onChange({ unit })}
              error={errorOf('unit')}
            />
          </div>
        ) : (
          <p className="text-sm break-words">
            {position}. {line.name}
          </p>
        )}
        {shown?.note && <p className="text-xs text-warn">{shown.note}</p>}
        {offerError && <p className="text-xs text-accent">{offerError}</p>}
      </div>
      <NumberField
        label="Кол-во"
        ofWhat={of}
        min={0}
        max={999_999}
        format={QTY}
        value={line.qty}
        onValueChange={(qty) => onChange({ qty })}
        error={errorOf('qty')}
      />
      {isStaff ? (
        <MoneyField
          label="Цена с НДС"
          ofWhat={of}
          placeholder={shown && line.price_kop === null && !isTyped ? roubles(shown.price_kop) : '0,00 ₽'}
          value={line.price_kop}
          onValueChange={(price_kop) => onChange({ price_kop })}
          error={errorOf('price_kop')}
        />
      ) : (
        <p className="flex flex-col text-sm">
          <span className="font-medium">Цена с НДС</span>
          <span className="whitespace-nowrap tabular-nums">{shown ? roubles(shown.price_kop) : '…'}</span>
          {errorOf('price_kop') && <span className="text-xs text-accent">{errorOf('price_kop')}</span>}
        </p>
      )}
      <p className="flex flex-col text-sm sm:items-end">
        <span className="font-medium">Сумма</span>
        <span className="font-semibold whitespace-nowrap tabular-nums">{shown ? roubles(shown.sum_kop) : '…'}</span>
      </p>
      <IconButton
        label={`Убрать: ${of}`}
        icon={<IconTrash size={16} />}
        onClick={onRemove}
        className="justify-self-end"
      />
    </li>
  )
}

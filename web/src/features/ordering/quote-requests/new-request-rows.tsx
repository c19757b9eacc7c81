import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { DraftRow, RequestDraft } from './new-request-draft.ts'

interface Props {
  draft: RequestDraft
  errorOf: (place: number, field: string) => string | undefined
}

/** Requested parts: rows with a common header on a wide screen, cards on a phone. */
export function NewRequestRows({ draft, errorOf }: Props) {
  return (
    <>
      <ol className="flex flex-col gap-2 max-lg:gap-4">
        {draft.rows.map((row, place) => (
          <RowFields
            key={place}
            row={row}
            place={place}
            errorOf={(field) => errorOf(place, field)}
            onChange={(next) => draft.changeRow(place, next)}
            onRemove={() => draft.removeRow(place)}
          />
        ))}
      </ol>
      {draft.canAddRow && (
        <Button className="mt-3" icon={<IconPlus size={16} />} onClick={draft.addRow}>
          Добавить строку
        </Button>
      )}
    </>
  )
}

interface RowProps {
  row: DraftRow
  place: number
  errorOf: (field: string) => string | undefined
  onChange: (next: Partial<DraftRow>) => void
  onRemove: () => void
}

/** Fields of a row. From the second row on, labels are visible on a phone and to screen readers only. */
function RowFields({ row, place, errorOf, onChange, onRemove }: RowProps) {
  const text = (label: string, field: 'brand' | 'article' | 'name' | 'clientRef', maxLength: number, error: string) => (
    <TextField
      label={label}
      maxLength={maxLength}
      autoComplete="off"
      value={row[field]}
      // A newly typed text no longer refers to the product of the row.
      onValueChange={(value) =>
        onChange({ [field]: value, ...((field === 'brand' || field === 'article') && { productId: null }) })
      }
      error={errorOf(error)}
    />
  )
  return (
    <li>
      <div
        role="group"
        aria-label={`Строка ${place + 1}`}
        className={cx(
          'grid grid-cols-2 items-start gap-2 lg:grid-cols-[8rem_minmax(8rem,1fr)_minmax(10rem,1.5fr)_6rem_minmax(7rem,1fr)_2.25rem]',
          place > 0 && 'lg:[&_label]:sr-only',
        )}
      >
        {text('Бренд', 'brand', 100, 'brand')}
        {text('Артикул', 'article', 100, 'article')}
        <div className="max-lg:col-span-2">{text('Название', 'name', 300, 'name')}</div>
        <NumberField
          label="Количество"
          value={row.qty}
          onValueChange={(qty) => onChange({ qty })}
          error={errorOf('qty')}
        />
        {text('Ваша пометка', 'clientRef', 100, 'client_ref')}
        <div
          className={cx(
            'flex items-center justify-between max-lg:order-first max-lg:col-span-2',
            place === 0 && 'lg:mt-6',
          )}
        >
          <span aria-hidden="true" className="text-sm text-text-2 lg:hidden">
            Строка {place + 1}
          </span>
          <IconButton label={`Убрать строку ${place + 1}`} icon={<IconTrash size={16} />} onClick={onRemove} />
        </div>
      </div>
    </li>
  )
}

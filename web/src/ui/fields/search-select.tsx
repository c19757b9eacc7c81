import { Field as BaseField } from '@base-ui/react/field'
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from '../icon-button.tsx'
import { LABELS } from './labels.ts'
import type { SelectOption } from './select.tsx'
import { useListbox } from './use-listbox.ts'

type Props<T extends string | number> = FieldProps & {
  items: readonly SelectOption<T>[]
  value: T | null
  onValueChange: (value: T | null) => void
  /** Receives the typed text for remote lists, whose items are already filtered. */
  onSearch?: (typed: string) => void
  /** True while remote results are pending and nothing can be chosen. */
  searching?: boolean
  placeholder?: string
  disabled?: boolean
}

/** Limit of rendered items: thousands would only slow down typing. */
const SHOWN = 100

const folded = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** Select with a search; the value is always one of the items. */
export function SearchSelect<T extends string | number>({
  items,
  value,
  onValueChange,
  onSearch,
  searching = false,
  placeholder,
  disabled = false,
  ...field
}: Props<T>) {
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = items.find((item) => item.value === value)
  // Remote results may match by other data than the label, such as another spelling or a telephone. The chosen item
  // must match by its label.
  const fits = ({ value: own, label }: SelectOption<T>) =>
    folded(label).includes(folded(typed ?? '')) || (onSearch !== undefined && own !== value)
  const fitting = searching ? [] : items.filter((item) => !item.disabled && fits(item))
  const found = fitting.slice(0, SHOWN)
  const take = (item: SelectOption<T> | undefined) => {
    if (item) onValueChange(item.value)
    setTyped(null)
  }
  const listbox = useListbox({ count: found.length, onTake: (index) => index !== null && take(found[index]) })
  return (
    <Field {...field}>
      <div
        className="relative"
        onBlur={(event) => {
          listbox.box.onBlur(event)
          if (!event.currentTarget.contains(event.relatedTarget)) setTyped(null)
        }}
      >
        <BaseField.Control
          {...listbox.input}
          placeholder={placeholder ?? LABELS.noSelection}
          disabled={disabled}
          required={field.required}
          value={typed ?? chosen?.label ?? ''}
          onValueChange={(text) => {
            setTyped(text)
            onSearch?.(text)
            listbox.highlight(0)
            listbox.setOpen(true)
          }}
          className="control pr-14!"
        />
        <div className="absolute inset-y-0 right-1.5 flex items-center">
          {chosen && !disabled && (
            <IconButton
              size="sm"
              label={`${LABELS.clear}: ${field.label}`}
              icon={<IconX size={14} />}
              onClick={() => onValueChange(null)}
            />
          )}
          <IconChevronDown size={14} aria-hidden="true" className="pointer-events-none mx-1 text-text-2" />
        </div>
        {listbox.shown && (
          <ul
            {...listbox.list}
            aria-label={field.label}
            className="popup absolute inset-x-0 top-full z-[1000] mt-1 max-h-64 overflow-y-auto"
          >
            {found.map((item, index) => (
              <li
                key={item.value}
                {...listbox.option(index)}
                className={cx('option', item.value === value && 'font-medium')}
                onClick={() => {
                  listbox.close()
                  take(item)
                }}
              >
                <span className="min-w-0 flex-1">{item.label}</span>
                {item.value === value && <IconCheck size={14} aria-hidden="true" />}
              </li>
            ))}
            {fitting.length > SHOWN && (
              <li role="presentation" className="p-2 text-text-2">
                Показаны первые {SHOWN}, уточните поиск
              </li>
            )}
          </ul>
        )}
        {listbox.open && found.length === 0 && (
          <p role="status" className="popup absolute inset-x-0 top-full z-[1000] mt-1 p-2! text-text-2!">
            {searching ? LABELS.searching : items.length === 0 ? LABELS.empty : LABELS.noResults}
          </p>
        )}
      </div>
    </Field>
  )
}

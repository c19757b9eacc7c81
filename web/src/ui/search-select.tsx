import { Combobox } from '@base-ui/react/combobox'
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react'
import { cx } from './cx.ts'
import { LABELS } from './labels.ts'
import type { Choice } from './select.tsx'

interface Props<T extends string | number> {
  items: readonly Choice<T>[]
  value: T | null
  onValueChange: (value: T | null) => void
  /** Needed outside a field, whose label otherwise names it. */
  label?: string
  placeholder?: string
  disabled?: boolean
  row?: boolean
}

/** A long list with typing: the choice is one of the list's own. */
export function SearchSelect<T extends string | number>({
  items,
  value,
  onValueChange,
  label,
  row,
  ...rest
}: Props<T>) {
  const button = 'grid size-6 place-items-center rounded text-text-2 hover:bg-group'
  return (
    <Combobox.Root
      items={items}
      value={items.find((item) => item.value === value) ?? null}
      onValueChange={(item) => onValueChange(item?.value ?? null)}
      disabled={rest.disabled ?? false}
    >
      <div className="relative">
        <Combobox.Input
          aria-label={label}
          placeholder={rest.placeholder ?? LABELS.noSelection}
          className={cx('control pr-14!', row && 'control-row')}
        />
        <div className="absolute inset-y-0 right-1 flex items-center">
          <Combobox.Clear aria-label={LABELS.clear} className={button}>
            <IconX size={14} />
          </Combobox.Clear>
          <Combobox.Trigger aria-label="Открыть список" className={button}>
            <IconChevronDown size={14} />
          </Combobox.Trigger>
        </div>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-[1000] outline-none">
          <Combobox.Popup className="popup">
            <Combobox.Empty className="p-2 text-text-2 empty:hidden">
              {items.length === 0 ? LABELS.empty : LABELS.noResults}
            </Combobox.Empty>
            <Combobox.List className="max-h-64 overflow-y-auto">
              {(item: Choice<T>) => (
                <Combobox.Item key={item.value} value={item} className="option">
                  <span className="min-w-0 flex-1">{item.label}</span>
                  <Combobox.ItemIndicator>
                    <IconCheck size={14} />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

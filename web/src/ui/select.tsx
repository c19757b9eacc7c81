import { Select as BaseSelect } from '@base-ui/react/select'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { cx } from './cx.ts'
import { LABELS } from './labels.ts'

export interface Choice<T extends string | number> {
  value: T
  label: string
  disabled?: boolean
}

interface Props<T extends string | number> {
  items: readonly Choice<T>[]
  value: T | null
  onValueChange: (value: T | null) => void
  /** Needed outside a field, whose label otherwise names it. */
  label?: string
  placeholder?: string
  disabled?: boolean
  row?: boolean
  className?: string
}

export function Select<T extends string | number>({ items, value, onValueChange, label, row, ...rest }: Props<T>) {
  return (
    <BaseSelect.Root
      items={items}
      value={value}
      onValueChange={onValueChange}
      disabled={rest.disabled ?? false}
      modal={false}
    >
      <BaseSelect.Trigger
        aria-label={label}
        className={cx('control flex items-center gap-2 text-left', row && 'control-row', rest.className)}
      >
        <BaseSelect.Value
          placeholder={rest.placeholder ?? LABELS.noSelection}
          className="min-w-0 flex-1 truncate data-placeholder:text-text-3"
        />
        <BaseSelect.Icon className="text-text-2">
          <IconChevronDown size={14} />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-[1000] outline-none">
          <BaseSelect.Popup className="popup max-h-80 overflow-y-auto">
            {items.length === 0 && <p className="p-2 text-text-2">{LABELS.empty}</p>}
            <BaseSelect.List>
              {items.map((item) => (
                <BaseSelect.Item
                  key={item.value}
                  value={item.value}
                  disabled={item.disabled ?? false}
                  className="option"
                >
                  <BaseSelect.ItemText className="min-w-0 flex-1">{item.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator>
                    <IconCheck size={14} />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}

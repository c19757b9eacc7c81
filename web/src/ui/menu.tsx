import { Menu as BaseMenu } from '@base-ui/react/menu'
import { IconCheck } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect: () => void
  /** One of several, this one chosen. */
  checked?: boolean
  dangerous?: boolean
}

interface Props {
  /** The button that opens it. */
  trigger: ReactElement
  /** What stands above the items: whose menu it is. */
  heading?: ReactNode
  items: readonly MenuItem[]
  /** Opened by what was pressed before this code had come. */
  defaultOpen?: boolean
}

export function Menu({ trigger, heading, items, defaultOpen = false }: Props) {
  return (
    <BaseMenu.Root modal={false} defaultOpen={defaultOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-[1000] outline-none">
          <BaseMenu.Popup className="popup max-h-[70dvh] min-w-56 overflow-y-auto">
            {heading && <div className="mb-1 border-b border-hairline px-2 pt-1 pb-2">{heading}</div>}
            {items.map((item) => (
              <BaseMenu.Item
                key={item.label}
                onClick={item.onSelect}
                className={cx('option', item.dangerous && 'text-accent')}
              >
                {item.icon}
                <span className="min-w-0 flex-1">{item.label}</span>
                {item.checked && <IconCheck size={14} aria-label="выбрано" />}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

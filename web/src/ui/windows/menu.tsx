import { IconCheck } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../cx.ts'

interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect: () => void
  /** True for the selected one of several alternatives. */
  checked?: boolean
  dangerous?: boolean
}

interface Props {
  /** Accessible name of the button; `button` is its content. */
  label: string
  button: ReactNode
  buttonClass: string
  /** Heading above the items. */
  heading?: ReactNode
  items: readonly MenuItem[]
  /** True when the list opens above its button, at the foot of the window. */
  isAbove?: boolean
  /** Edge of the button at which the list begins; the other side needs the room. */
  from?: 'left' | 'right'
  isDisabled?: boolean
  className?: string | undefined
}

/** List of actions below its button, by the ARIA menu-button pattern. */
export function Menu({
  label,
  button,
  buttonClass,
  heading,
  items,
  isAbove = false,
  from = 'right',
  isDisabled = false,
  className,
}: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (open) root.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
  }, [open])

  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    const at = all.findIndex((item) => item === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    else if (to !== undefined) {
      event.preventDefault()
      all.at(to % all.length)?.focus()
    }
  }
  return (
    <div
      ref={root}
      className={cx('relative flex min-w-0 justify-end', className)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <button
        ref={trigger}
        type="button"
        disabled={isDisabled}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={buttonClass}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => event.key === 'ArrowDown' && setOpen(true)}
      >
        {button}
      </button>
      {open && (
        <div
          className={cx(
            'popup z-[1000] max-md:fixed max-md:inset-x-3 max-md:max-w-none! md:absolute md:w-max md:max-w-80 md:min-w-56',
            from === 'left' ? 'md:left-0' : 'md:right-0',
            isAbove
              ? 'max-md:bottom-[calc(var(--bar)+0.5rem)] md:bottom-full md:mb-1.5'
              : 'max-md:top-[60px] md:top-full md:mt-1.5',
          )}
        >
          {heading && <div className="mb-1 border-b border-hairline px-2 pt-1 pb-2">{heading}</div>}
          <div
            id={id}
            role="menu"
            tabIndex={-1}
            aria-label={label}
            className="max-h-[70dvh] overflow-y-auto"
            onKeyDown={onKeyDown}
          >
            {items.map((item) => (
              <div
                key={item.label}
                role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={item.checked}
                tabIndex={-1}
                className={cx('option cursor-pointer hover:bg-group focus:bg-group', item.dangerous && 'text-accent')}
                onClick={() => {
                  close()
                  item.onSelect()
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' && event.key !== ' ') return
                  event.preventDefault()
                  close()
                  item.onSelect()
                }}
              >
                {item.icon}
                <span className="min-w-0 flex-1">{item.label}</span>
                {item.checked && <IconCheck size={14} aria-hidden="true" />}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

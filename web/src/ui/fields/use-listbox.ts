import { useId, useState, type FocusEvent, type KeyboardEvent } from 'react'

interface Options {
  count: number
  /** Called on Enter with the highlighted option, or null when there is none. */
  onTake: (index: number | null) => void
}

/**
 * Keys and ARIA attributes of a text box with a list. A custom implementation, because the library's popups hide the
 * rest of the page from screen readers while open.
 */
export function useListbox({ count, onTake }: Options) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const shown = open && count > 0

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const by = event.key === 'ArrowDown' ? 1 : -1
      if (count > 0) setActive((at) => (at < 0 && by < 0 ? count - 1 : (at + by + count) % count))
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onTake(shown && active >= 0 ? active : null)
      close()
    }
  }
  return {
    open,
    shown,
    active,
    setOpen,
    close,
    highlight: setActive,
    box: { onBlur: (event: FocusEvent) => !event.currentTarget.contains(event.relatedTarget) && close() },
    input: {
      role: 'combobox',
      'aria-expanded': shown,
      'aria-controls': shown ? id : undefined,
      'aria-activedescendant': shown && active >= 0 ? `${id}-${active}` : undefined,
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      onKeyDown,
      onClick: () => setOpen(true),
    } as const,
    option: (index: number) => ({
      id: `${id}-${index}`,
      role: 'option',
      'aria-selected': index === active,
      onPointerMove: () => setActive(index),
      // Preserves the focus of the box, which would otherwise close before the click.
      onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    }),
    list: { id, role: 'listbox' },
  }
}

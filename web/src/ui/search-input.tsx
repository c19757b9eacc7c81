import { IconSearch, IconX } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent, type Ref } from 'react'
import { IconButton } from './icon-button.tsx'
import { LABELS } from './labels.ts'

interface Props {
  label: string
  placeholder: string
  value: string
  onValueChange: (value: string) => void
  /** Enter, or a suggestion taken. */
  onSubmit: (value: string) => void
  suggestions?: readonly string[]
  inputRef?: Ref<HTMLInputElement>
}

/**
 * Search box with suggestions. The list is our own: it leaves the rest of the page readable while it is open, and it
 * weighs nothing on the first screen.
 */
export function SearchInput({ label, placeholder, value, onValueChange, onSubmit, suggestions = [], inputRef }: Props) {
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const shown = open && suggestions.length > 0

  const take = (text: string) => {
    setOpen(false)
    setActive(-1)
    onValueChange(text)
    onSubmit(text)
  }
  const step = (by: number) => {
    setOpen(true)
    const count = suggestions.length
    if (count > 0) setActive((at) => (at + by + count + (at < 0 && by < 0 ? 1 : 0)) % count)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      step(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault()
      setOpen(false)
      setActive(-1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      take((shown && suggestions[active]) || value)
    }
  }
  return (
    <div className="relative" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
      <IconSearch size={16} aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-text-3" />
      <input
        ref={inputRef}
        type="text"
        role="combobox"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={label}
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        placeholder={placeholder}
        value={value}
        onChange={(event) => {
          onValueChange(event.target.value)
          setActive(-1)
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        className="control px-9!"
      />
      {value && (
        <IconButton
          size="sm"
          label={LABELS.clear}
          icon={<IconX size={14} />}
          onClick={() => onValueChange('')}
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
        />
      )}
      {shown && (
        <ul id={listId} role="listbox" aria-label={label} className="popup absolute inset-x-0 top-full z-[1000] mt-1">
          {suggestions.map((text, index) => (
            <li
              key={text}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className="option"
              onPointerMove={() => setActive(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(text)}
            >
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

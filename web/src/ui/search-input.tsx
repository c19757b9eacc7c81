import { IconSearch, IconX } from '@tabler/icons-react'
import type { Ref } from 'react'
import { IconButton } from './icon-button.tsx'
import { LABELS } from './labels.ts'
import { useListbox } from './use-listbox.ts'

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

/** Search box with suggestions. */
export function SearchInput({ label, placeholder, value, onValueChange, onSubmit, suggestions = [], inputRef }: Props) {
  const take = (text: string) => {
    onValueChange(text)
    onSubmit(text)
  }
  const listbox = useListbox({
    count: suggestions.length,
    onTake: (index) => take(index === null ? value : (suggestions[index] ?? value)),
  })
  return (
    <div className="relative" {...listbox.box}>
      <IconSearch size={16} aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-text-3" />
      <input
        {...listbox.input}
        ref={inputRef}
        type="text"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => {
          onValueChange(event.target.value)
          listbox.highlight(-1)
          listbox.setOpen(true)
        }}
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
      {listbox.shown && (
        <ul {...listbox.list} aria-label={label} className="popup absolute inset-x-0 top-full z-[1000] mt-1">
          {suggestions.map((text, index) => (
            <li
              key={text}
              {...listbox.option(index)}
              className="option"
              onClick={() => {
                listbox.close()
                take(text)
              }}
            >
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

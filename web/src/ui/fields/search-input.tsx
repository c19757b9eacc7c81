import { IconSearch, IconX } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../icon-button.tsx'
import { LABELS } from './labels.ts'
import { useListbox } from './use-listbox.ts'

export interface SearchSuggestion {
  /** Text that replaces the typed one. */
  text: string
  /** Content of the item; its text by default. */
  content?: ReactNode
  /** Action of the item; submits its text by default. */
  onTake?: () => void
}

interface Props {
  label: string
  placeholder: string
  value: string
  onValueChange: (value: string) => void
  /** Called on Enter or when a suggestion is chosen. */
  onSubmit: (value: string) => void
  suggestions?: readonly SearchSuggestion[]
  inputRef?: Ref<HTMLInputElement>
  /** Small button at the end of the box. */
  action?: ReactNode
}

/** Search box with suggestions. */
export function SearchInput({
  label,
  placeholder,
  value,
  onValueChange,
  onSubmit,
  suggestions = [],
  inputRef,
  action,
}: Props) {
  const take = ({ text, onTake }: SearchSuggestion) => {
    onValueChange(text)
    if (onTake) onTake()
    else onSubmit(text)
  }
  const listbox = useListbox({
    count: suggestions.length,
    onTake: (index) => take((index === null ? undefined : suggestions[index]) ?? { text: value }),
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
        className={cx('control pl-9!', action ? 'pr-16!' : 'pr-9!')}
      />
      <div className="absolute inset-y-0 right-1.5 flex items-center">
        {value && (
          <IconButton size="sm" label={LABELS.clear} icon={<IconX size={14} />} onClick={() => onValueChange('')} />
        )}
        {action}
      </div>
      {listbox.shown && (
        <ul
          {...listbox.list}
          aria-label={label}
          className="popup absolute top-full left-0 z-[1000] mt-1 w-max max-w-[min(40rem,calc(100vw-1.5rem))] min-w-full"
        >
          {suggestions.map((suggestion, index) => (
            <li
              // The index is part of the key, because two suggestions may have the same text.
              key={`${suggestion.text} ${index}`}
              {...listbox.option(index)}
              className="option"
              onClick={() => {
                listbox.close()
                take(suggestion)
              }}
            >
              {suggestion.content ?? suggestion.text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

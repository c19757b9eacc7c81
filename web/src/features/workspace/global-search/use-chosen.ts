import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import type { SearchChoice } from './own-groups.ts'
import type { Choices } from './use-choices.ts'

interface Options {
  typed: string
  choices: readonly SearchChoice[]
  found: Choices
  onTake: (choice: SearchChoice) => void
}

/**
 * Tracks the choice that Enter selects: the highlighted one, otherwise the first. Enter waits for a running search, so
 * that a quickly typed number opens its own result and not that of its beginning.
 */
export function useChosen({ typed, choices, found, onTake }: Options) {
  const id = useId()
  const [pointed, setPointed] = useState<{ typed: string; at: number } | null>(null)
  const [awaited, setAwaited] = useState<string | null>(null)
  const own = pointed?.typed === typed && pointed.at < choices.length ? pointed.at : null
  const active = own ?? (choices.length > 0 && (found.isStable || !found.isBusy) ? 0 : -1)
  const first = choices[0]

  useEffect(() => {
    if (awaited === null) return
    if (awaited === typed && found.isReady && first) onTake(first)
    else if (awaited !== typed || found.error) setAwaited(null)
  })
  useEffect(() => {
    if (own !== null) document.getElementById(`${id}-${own}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, own])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const { length } = choices
      const from = own ?? (event.key === 'ArrowDown' ? active : length)
      if (length > 0) setPointed({ typed, at: (from + (event.key === 'ArrowDown' ? 1 : length - 1)) % length })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const choice = choices[active]
      if (choice) onTake(choice)
      else if (found.isAsked) setAwaited(typed)
    }
  }
  const isShown = choices.length > 0
  return {
    input: {
      role: 'combobox',
      'aria-expanded': isShown,
      'aria-controls': isShown ? id : undefined,
      'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      onKeyDown,
    } as const,
    list: { id, role: 'listbox' } as const,
    option: (at: number) =>
      ({
        id: `${id}-${at}`,
        role: 'option',
        'aria-selected': at === active,
        onPointerMove: () => setPointed({ typed, at }),
        // The field keeps the focus.
        onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      }) as const,
    headingId: (group: number) => `${id}-group-${group}`,
  }
}
export type Chosen = ReturnType<typeof useChosen>

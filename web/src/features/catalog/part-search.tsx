import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { toast } from '../../ui/toast.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { focusPartSearch, partSearchBox } from './part-search-focus.ts'
import { readSearches, rememberSearch } from './search-history.ts'

/** The search box of the header; «/» brings the cursor here from anywhere. */
export function PartSearch() {
  const navigate = useNavigate()
  const { q } = useSearch({ strict: false })
  const asked = typeof q === 'string' ? q : ''
  const [text, setText] = useState(asked)
  const [shown, setShown] = useState(asked)
  if (asked !== shown) {
    setShown(asked)
    setText(asked)
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]')
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      focusPartSearch()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const submit = (value: string) => {
    // «26300-35503*4»: the article and how many are needed.
    const [, article = '', count] = /^(.*?)(?:\*(\d{1,6}))?$/.exec(value.trim()) ?? []
    const wanted = article.trim()
    if (wanted.length < 2) {
      toast({ severity: 'info', summary: 'Введите не меньше двух знаков', group: 'search' })
      return
    }
    rememberSearch(wanted)
    void navigate({ to: '/catalog', search: { q: wanted, ...(count && { qty: Number(count) }) } })
  }
  const typed = text.trim().toLowerCase()
  const suggestions = readSearches()
    .filter((item) => item.toLowerCase().includes(typed) && item.toLowerCase() !== typed)
    .slice(0, 10)
  return (
    <SearchInput
      label="Поиск запчастей"
      placeholder="Введите артикул или номер детали"
      value={text}
      onValueChange={setText}
      onSubmit={submit}
      suggestions={suggestions}
      inputRef={partSearchBox}
    />
  )
}

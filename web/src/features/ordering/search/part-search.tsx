import { searchRoutes, type Suggestion } from '@artikul/contract/ordering/search'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { knownViewer } from '../../../lib/session/buyer.ts'
import { isEditableTarget } from '../../../lib/browser/is-editable-target.ts'
import { prefetch } from '../../../lib/api/query-client.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Article } from '../../../ui/text/article.tsx'
import { ScanButton, useCanScan } from '../../../ui/files/scan-button.tsx'
import { query } from '../../../lib/api/query.ts'
import { searchQuery } from './catalog.api.ts'
import { focusPartSearch, partSearchBox } from './part-search-focus.ts'
import { readSearches, rememberSearch } from './search-history.ts'

/** Parses «26300-35503*4» into an article and a quantity. */
function readTyped(value: string) {
  const [, article = '', count] = /^(.*?)(?:\*(\d{0,6}))?$/.exec(value.trim()) ?? []
  return { wanted: article.trim(), count: Number(count) }
}

const SuggestedProduct = ({ brand, article, name }: Pick<Suggestion, 'brand' | 'article' | 'name'>) => (
  <span className="flex min-w-0 items-baseline gap-2">
    <span className="flex-none font-semibold">{brand}</span>
    <Article className="flex-none">{article}</Article>
    <span className="min-w-0 truncate text-text-2">{name}</span>
  </span>
)

/** Search box of the header; «/» focuses it from anywhere. */
export function PartSearch() {
  const navigate = useNavigate()
  // Lists on other pages use `q` too, so only that of the catalogue is read.
  const urlQuery = useLocation({
    select: ({ pathname, search }) => (pathname === '/catalog' && 'q' in search ? String(search.q) : ''),
  })
  const canScan = useCanScan()
  const [text, setText] = useState(urlQuery)
  const [shown, setShown] = useState(urlQuery)
  if (urlQuery !== shown) {
    setShown(urlQuery)
    setText(urlQuery)
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isEditableTarget(event) || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      focusPartSearch()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const lookFor = (search: { q: string; maker?: number; qty?: number }) => {
    // Starts the query before the page changes.
    prefetch(searchQuery(search.q, search.maker, knownViewer()))
    void navigate({ to: '/catalog', search })
  }
  const submit = (value: string) => {
    const { wanted, count } = readTyped(value)
    if (wanted.length < 2) {
      toast({ severity: 'info', summary: 'Введите не меньше двух знаков', group: 'search' })
      return
    }
    rememberSearch(wanted)
    lookFor({ q: wanted, ...(count > 0 && { qty: count }) })
  }
  const typed = text.trim().toLowerCase()
  const { wanted: begun } = readTyped(text)
  // Every key queries again and aborts the previous query; a text already searched needs no suggestions.
  const { data } = useQuery(
    query(
      searchRoutes.suggest,
      { query: { q: begun } },
      {
        enabled: begun.length >= 3 && begun !== urlQuery,
        placeholderData: keepPreviousData,
        staleTime: 5 * 60_000,
      },
    ),
  )
  const products = typed.length >= 3 ? (data?.results ?? []) : []
  const searches = readSearches()
    .filter((item) => item.toLowerCase().includes(typed) && item.toLowerCase() !== typed)
    .slice(0, products.length > 0 ? 3 : 10)
    .map((item) => ({ text: item }))
  const named = products.map(({ brand, brand_id, article, name }) => ({
    text: article,
    content: <SuggestedProduct brand={brand} article={article} name={name} />,
    onTake: () => {
      rememberSearch(`${brand} ${article}`)
      lookFor({ q: article, maker: brand_id })
    },
  }))
  return (
    <SearchInput
      label="Поиск запчастей"
      placeholder="Артикул, VIN или название"
      value={text}
      onValueChange={setText}
      onSubmit={submit}
      suggestions={[...searches, ...named]}
      inputRef={partSearchBox}
      action={
        canScan && (
          <ScanButton
            onFound={(number) => {
              setText(number)
              submit(number)
            }}
          />
        )
      }
    />
  )
}

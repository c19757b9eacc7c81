import { useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import { EmptyState } from '../states/empty-state.tsx'
import { QueryFallback } from '../states/not-loaded.tsx'
import { DataTable, type TableProps } from './data-table.tsx'

interface ListQuery<Row> {
  data: { results: readonly Row[]; pagination: { total_count: number } } | undefined
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface Props<Row> extends Omit<TableProps<Row>, 'rows' | 'stale'> {
  query: ListQuery<Row>
  /** Content of an empty list. */
  empty: ReactNode
  /** Expected number of rows. */
  expected?: number
}

/** One page of a server-side list, in all of its states. */
export function PagedTable<Row extends object>({ query, empty, expected = 14, view, ...table }: Props<Row>) {
  const { data: latest, error, isPlaceholderData, refetch } = query
  // Deferred, because fifty rows render slowly on a slow phone: presses are handled first.
  const [data, onPointerDown] = useWhilePressed(useDeferredValue(latest, undefined))
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={expected} />
  if (data.pagination.total_count === 0) return empty
  if (data.results.length === 0)
    return <EmptyState title="На этой странице ничего нет" text="Список стал короче: выберите страницу ниже" />
  return (
    <div className="contents" onPointerDown={onPointerDown}>
      <DataTable
        {...table}
        view={view ?? table.label}
        rows={data.results}
        stale={isPlaceholderData || data !== latest}
      />
    </div>
  )
}

/**
 * Preserves the displayed value while the pointer is pressed, so that a press reaches the row that was visible.
 * @returns the value to show, and the handler of the element that shows it
 */
function useWhilePressed<T>(latest: T): [shown: T, onPointerDown: () => void] {
  const [pressed, press] = useState<{ shown: T } | null>(null)
  useEffect(() => {
    if (!pressed) return
    // The click event follows the release of the pointer.
    const release = () => void setTimeout(() => press(null))
    window.addEventListener('pointerup', release)
    window.addEventListener('pointercancel', release)
    return () => {
      window.removeEventListener('pointerup', release)
      window.removeEventListener('pointercancel', release)
    }
  }, [pressed])
  const shown = pressed ? pressed.shown : latest
  return [shown, () => press({ shown })]
}

import type { ReactNode } from 'react'
import { QueryFallback } from '../states/not-loaded.tsx'
import { Panel } from '../panel.tsx'

interface Props<T> {
  title: ReactNode
  actions?: ReactNode
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  /** Expected number of rows. */
  expected?: number
  children: (data: T) => ReactNode
}

/** Panel with the result of a query, in all of its states. */
export function QueryPanel<T>({ title, actions, query, expected = 5, children }: Props<T>) {
  const { data, error, refetch } = query
  return (
    <Panel flush title={title} actions={actions}>
      {data === undefined ? <QueryFallback error={error} onRetry={refetch} rows={expected} /> : children(data)}
    </Panel>
  )
}

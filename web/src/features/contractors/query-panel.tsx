import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

interface Props<T> {
  title: string
  actions?: ReactNode
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/** A list of a tab in its three states. */
export function QueryPanel<T>({ title, actions, query, children }: Props<T>) {
  const { data, error, refetch } = query
  return (
    <Panel flush title={title} actions={actions}>
      {data !== undefined && children(data)}
      {data === undefined && Boolean(error) && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <SkeletonRows count={5} />}
    </Panel>
  )
}

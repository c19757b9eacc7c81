import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { SkeletonRows } from './skeleton.tsx'

interface Props {
  error: unknown
  onRetry: () => unknown
  /** How many rows are expected. */
  rows?: number
  /** Instead of rows, while they are on their way. */
  children?: ReactNode
}

/** In the place of what is not there yet: a skeleton of it, or why it has not come, with «Повторить». */
export function QueryFallback({ error, onRetry, rows = 8, children }: Props) {
  if (error) return <ErrorState error={error} onRetry={() => void onRetry()} />
  return children ?? <SkeletonRows count={rows} />
}

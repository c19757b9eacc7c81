import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { SkeletonRows } from './skeleton.tsx'

interface Props {
  error: unknown
  onRetry: () => unknown
  /** Expected number of rows. */
  rows?: number
  /** Content shown instead of skeleton rows while loading. */
  children?: ReactNode
}

/** Placeholder for data that is not loaded: a skeleton, or the error with «Повторить». */
export function QueryFallback({ error, onRetry, rows = 8, children }: Props) {
  if (error) return <ErrorState error={error} onRetry={() => void onRetry()} />
  return children ?? <SkeletonRows count={rows} />
}

import { cx } from '../cx.ts'
import { LABELS } from '../fields/labels.ts'

const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cx('skeleton block h-4', className)} />
)

/** Skeleton rows of a list, as tall as real ones. */
export function SkeletonRows({ count = 8 }: { count?: number }) {
  return (
    <div role="status" className="divide-y divide-hairline">
      <span className="sr-only">{LABELS.pending}</span>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex h-9 items-center gap-6 px-3">
          <Skeleton className="w-1/5" />
          <Skeleton className="w-2/5" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  )
}

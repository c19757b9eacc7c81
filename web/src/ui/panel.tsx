import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** Removes the padding for content with its own edges, such as a table. */
  flush?: boolean
  className?: string
}

export function Panel({ title, actions, children, flush, className }: Props) {
  return (
    <section className={cx('rounded-lg border border-hairline bg-surface', className)}>
      {(title ?? actions) && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-hairline px-4 py-2">
          {title && <h2 className="min-w-0 grow basis-40 break-words text-base font-semibold">{title}</h2>}
          {actions}
        </div>
      )}
      <div className={flush ? undefined : 'p-4'}>{children}</div>
    </section>
  )
}

import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** Sentence that stays on the page, unlike a toast. */
export function Notice({ tone = 'info', children }: { tone?: 'info' | 'warn'; children: ReactNode }) {
  const Icon = tone === 'warn' ? IconAlertTriangle : IconInfoCircle
  return (
    <div
      className={cx(
        'flex items-start gap-2 rounded-md border border-hairline border-l-[3px] bg-surface px-3 py-2 text-sm',
        tone === 'warn' ? 'border-l-warn' : 'border-l-info',
      )}
    >
      <Icon size={16} aria-hidden="true" className={cx('mt-px', tone === 'warn' ? 'text-warn' : 'text-info')} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

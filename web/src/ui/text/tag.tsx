import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

const TONE = {
  neutral: 'bg-hairline text-text-2',
  accent: 'bg-accent-soft text-accent',
  brand: 'bg-brand-soft text-brand',
  success: 'bg-success/12 text-success',
  warn: 'bg-warn/12 text-warn',
  info: 'bg-info/12 text-info',
} as const

export type Tone = keyof typeof TONE

/** Length above which a tag wraps; user-written texts may be long. */
const LONG = 40

export function Tag({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded px-1.5 text-[0.6875rem] leading-[1.125rem] font-medium',
        typeof children === 'string' && children.length > LONG ? 'lg:max-w-72' : 'lg:whitespace-nowrap',
        TONE[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}

/** Number beside a menu icon. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null
  return (
    <span
      data-badge=""
      className="min-w-[1.125rem] rounded-full bg-primary-fill px-1 text-center text-[0.6875rem] leading-4 font-semibold text-white"
    >
      {count > 999 ? '999+' : count}
      <span className="sr-only"> {label}</span>
    </span>
  )
}

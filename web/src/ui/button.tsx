import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './states/spinner.tsx'

const LOOK = {
  primary:
    'bg-primary-fill text-white hover:not-disabled:bg-primary-fill-hover active:not-disabled:bg-primary-fill-active',
  default: 'border border-control bg-surface text-text hover:not-disabled:bg-group',
  soft: 'bg-brand-soft text-brand hover:not-disabled:brightness-95 dark:hover:not-disabled:brightness-125',
  ghost: 'text-text hover:not-disabled:bg-group',
  danger: 'border border-accent bg-surface text-accent hover:not-disabled:bg-accent-soft',
} as const
const SIZE = { md: 'h-9 px-4 pointer-coarse:h-11', sm: 'h-7 px-3' } as const

interface ButtonVariant {
  look?: keyof typeof LOOK
  size?: keyof typeof SIZE
}

/** Classes of a button, also for links that act like one. */
export const buttonClass = ({ look = 'default', size = 'md' }: ButtonVariant = {}, extra?: string) =>
  cx(
    'inline-flex items-center justify-center gap-2 rounded-md text-sm font-semibold whitespace-nowrap no-underline transition-colors disabled:cursor-default disabled:opacity-50 print:hidden',
    LOOK[look],
    SIZE[size],
    extra,
  )

type Props = ComponentProps<'button'> & ButtonVariant & { busy?: boolean; icon?: ReactNode }

export function Button({ look, size, busy = false, icon, className, children, disabled, type, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      disabled={disabled ?? busy}
      aria-busy={busy || undefined}
      className={buttonClass({ ...(look && { look }), ...(size && { size }) }, className)}
    >
      {busy ? <Spinner size={16} /> : icon}
      {children}
    </button>
  )
}

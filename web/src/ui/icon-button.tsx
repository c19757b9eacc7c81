import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

const SIZE = { sm: 'size-6', md: 'size-8 pointer-coarse:size-11', row: 'size-7 pointer-coarse:size-9' } as const
const LOOK = {
  plain: 'text-text-2 hover:not-disabled:bg-group hover:not-disabled:text-text',
  soft: 'bg-brand-soft text-brand hover:not-disabled:brightness-95 dark:hover:not-disabled:brightness-125',
} as const

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  label: string
  icon: ReactNode
  size?: keyof typeof SIZE
  look?: keyof typeof LOOK
}

/** Button without text; `TooltipHost` shows its label. */
export function IconButton({ label, icon, size = 'md', look = 'plain', className, type, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={label}
      data-tooltip=""
      className={cx(
        'grid flex-none place-items-center rounded-md transition-colors disabled:cursor-default disabled:opacity-50 print:hidden',
        SIZE[size],
        LOOK[look],
        className,
      )}
    >
      {icon}
    </button>
  )
}

import { Field as BaseField } from '@base-ui/react/field'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface FieldProps {
  label: string
  /** Accessible suffix that distinguishes equal labels. */
  ofWhat?: string | undefined
  /** Error of the server or the form, shown beside the field. */
  error?: string | undefined
  hint?: ReactNode
  required?: boolean | undefined
  className?: string | undefined
}

/** Label, control, hint and error of one field, linked for screen readers. */
export function Field({
  label,
  ofWhat,
  error,
  hint,
  required,
  className,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <BaseField.Root invalid={Boolean(error)} className={cx('flex min-w-0 flex-col gap-1', className)}>
      <BaseField.Label className="text-sm font-medium">
        {label}
        {ofWhat && <span className="sr-only">: {ofWhat}</span>}
        {required && (
          <span className="text-accent" aria-hidden="true">
            {' *'}
          </span>
        )}
      </BaseField.Label>
      {children}
      {hint && <BaseField.Description className="text-xs text-text-2">{hint}</BaseField.Description>}
      {error && (
        <BaseField.Error match className="flex items-start gap-1 text-xs text-accent">
          <IconAlertCircle size={14} aria-hidden="true" className="mt-px" />
          {error}
        </BaseField.Error>
      )}
    </BaseField.Root>
  )
}

import { Field as BaseField } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldProps } from './field.tsx'

type Control = Omit<ComponentProps<typeof BaseField.Control>, 'className' | 'value' | 'onChange'> & {
  value: string
  onValueChange: (value: string) => void
}

export function TextField({ label, ofWhat, error, hint, required, className, ...control }: FieldProps & Control) {
  return (
    <Field label={label} ofWhat={ofWhat} error={error} hint={hint} required={required} className={className}>
      <BaseField.Control {...control} required={required} className="control" />
    </Field>
  )
}

export function TextArea({
  label,
  ofWhat,
  error,
  hint,
  required,
  className,
  rows = 3,
  ...control
}: FieldProps & Control & { rows?: number }) {
  return (
    <Field label={label} ofWhat={ofWhat} error={error} hint={hint} required={required} className={className}>
      <BaseField.Control
        {...control}
        required={required}
        render={<textarea rows={rows} />}
        className={cx('control', 'resize-y')}
      />
    </Field>
  )
}

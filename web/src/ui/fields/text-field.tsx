import { Field as BaseField } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldProps } from './field.tsx'

type Control = Omit<ComponentProps<typeof BaseField.Control>, 'className' | 'value' | 'onChange'> & {
  value: string
  onValueChange: (value: string) => void
}

export function TextField({ label, error, hint, required, className, ...control }: FieldProps & Control) {
  return (
    <Field {...fieldProps({ label, error, hint, required, className })}>
      <BaseField.Control {...control} required={required} className="control" />
    </Field>
  )
}

export function TextArea({
  label,
  error,
  hint,
  required,
  className,
  rows = 3,
  ...control
}: FieldProps & Control & { rows?: number }) {
  return (
    <Field {...fieldProps({ label, error, hint, required, className })}>
      <BaseField.Control
        {...control}
        required={required}
        render={<textarea rows={rows} />}
        className={cx('control', 'resize-y')}
      />
    </Field>
  )
}

type Loose = { [K in keyof FieldProps]: FieldProps[K] | undefined } & { label: string }

/** Omits undefined props, so that every kind of field passes them on alike. */
function fieldProps({ label, error, hint, required, className }: Loose): FieldProps {
  return { label, error, hint, ...(required && { required }), ...(className && { className }) }
}

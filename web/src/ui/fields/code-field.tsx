import type { FieldProps } from './field.tsx'
import { TextField } from './text-field.tsx'

type Props = Omit<FieldProps, 'label'> & {
  value: string
  onValueChange: (value: string) => void
  autoFocus?: boolean
}

/** Field for the six digits of an authenticator app; phones suggest them above the keyboard. */
export function CodeField({ value, onValueChange, ...field }: Props) {
  return (
    <TextField
      {...field}
      label="Код из приложения"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={6}
      value={value}
      onValueChange={(text) => onValueChange(text.replace(/\D/g, ''))}
    />
  )
}

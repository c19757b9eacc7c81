import { Field as BaseField } from '@base-ui/react/field'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from '../icon-button.tsx'

type Props = FieldProps & {
  value: string
  onValueChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  name?: string
}

export function PasswordField({ value, onValueChange, autoComplete, name, ...field }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...field}>
      <div className="relative">
        <BaseField.Control
          type={shown ? 'text' : 'password'}
          name={name}
          autoComplete={autoComplete}
          spellCheck={false}
          autoCapitalize="none"
          value={value}
          onValueChange={onValueChange}
          required={field.required}
          className="control pr-10!"
        />
        <IconButton
          size="sm"
          label={shown ? 'Скрыть пароль' : 'Показать пароль'}
          aria-pressed={shown}
          icon={shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          onClick={() => setShown(!shown)}
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
        />
      </div>
    </Field>
  )
}

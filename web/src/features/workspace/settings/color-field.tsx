import { DESIGN } from '@artikul/contract/platform/brand-colors'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { asHexColor } from './portal-preview.tsx'

interface Props {
  /** Typed colour; empty for that of the design. */
  value: string
  onValueChange: (value: string) => void
  error: string | undefined
  disabled: boolean
}

/** «0B6E4F» is typed as often as «#0b6e4f». */
const normalised = (typed: string) => {
  const text = typed.trim().toLowerCase()
  return /^[\da-f]{6}$/.test(text) ? `#${text}` : text
}

/** Colour as six signs, with the picker of the browser beside them. */
export function ColorField({ value, onValueChange, error, disabled }: Props) {
  return (
    <div className="flex items-start gap-2">
      <TextField
        label="Цвет"
        name="color"
        className="flex-1"
        maxLength={7}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={DESIGN.light.primary}
        disabled={disabled}
        value={value}
        error={error}
        hint="Метки, кнопки и ссылки. Пусто — красный."
        onValueChange={(typed) => onValueChange(normalised(typed))}
      />
      <input
        type="color"
        aria-label="Выбрать цвет"
        className="control mt-[1.375rem] w-12! p-1!"
        disabled={disabled}
        value={asHexColor(value) ?? DESIGN.light.primary}
        onChange={({ target }) => onValueChange(target.value)}
      />
      {value !== '' && !disabled && (
        <Button look="ghost" className="mt-[1.375rem] px-2" onClick={() => onValueChange('')}>
          Сбросить
        </Button>
      )}
    </div>
  )
}

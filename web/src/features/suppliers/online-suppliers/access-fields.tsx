import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ApiRequestFields } from './api-request-fields.tsx'
import type { PartProps } from './form-part.tsx'
import { templateOf } from './templates.data.ts'

interface Props extends PartProps {
  /** `null` for an existing supplier, whose name and seller are fixed. */
  sellers: readonly { id: number; name: string }[] | null
}

/** Name, address and account of the supplier. */
export function AccessFields({ draft, errors, onChange, sellers }: Props) {
  const { login, loginHint, urlHint, secret } = templateOf(draft.adapter)
  return (
    <>
      {sellers && <NewFields draft={draft} errors={errors} onChange={onChange} sellers={sellers} />}
      <TextField
        label={draft.adapter === 'api' ? 'Адрес запроса' : 'Адрес API'}
        hint={urlHint}
        required
        maxLength={1500}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={draft.url}
        onValueChange={(url) => onChange({ url: url.trim() })}
        error={errors['url'] ?? errors['settings.api.path']}
      />
      {login !== null && (
        <TextField
          label={login}
          hint={loginHint}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={draft.login}
          onValueChange={(typed) => onChange({ login: typed.trim() })}
          error={errors['login']}
        />
      )}
      <PasswordField
        label={secret}
        hint={sellers ? 'Хранится зашифрованным и не показывается.' : 'Пароль сохранён, введите новый, чтобы заменить.'}
        required={sellers !== null}
        autoComplete="new-password"
        value={draft.secret}
        onValueChange={(typed) => onChange({ secret: typed })}
        error={errors['secret']}
      />
      {draft.adapter === 'armtek' && <ArmtekFields draft={draft} errors={errors} onChange={onChange} />}
      {draft.adapter === 'api' && <ApiRequestFields draft={draft} errors={errors} onChange={onChange} />}
    </>
  )
}

function NewFields({ draft, errors, onChange, sellers }: PartProps & { sellers: NonNullable<Props['sellers']> }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label="Название"
        hint="Клиенты его не видят."
        required
        maxLength={100}
        value={draft.name}
        onValueChange={(name) => onChange({ name })}
        error={errors['name']}
      />
      <Select
        label="Продавец (наше юрлицо)"
        required
        items={sellers.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.seller_id}
        onValueChange={(seller) => onChange({ seller_id: seller })}
        error={errors['seller_id']}
      />
    </div>
  )
}

const CODES = [
  ['kunnr_rg', 'Код покупателя (KUNNR_RG)', 'Из письма Armtek о подключении веб-сервисов.'],
  ['vkorg', 'Сбытовая организация (VKORG)', 'Четыре символа из того же письма.'],
] as const

/** Codes by which Armtek knows its customer. */
const ArmtekFields = (props: PartProps) => (
  <div className="grid gap-3 sm:grid-cols-2">
    {CODES.map(([code, label, hint]) => (
      <ArmtekCode key={code} {...props} code={code} label={label} hint={hint} required />
    ))}
  </div>
)

/** Address of Armtek's delivery, which has a default. */
export const ArmtekAddress = (props: PartProps) => (
  <ArmtekCode
    {...props}
    code="kunnr_za"
    label="Код адреса доставки (KUNNR_ZA)"
    hint="Если не заполнен, адрес по умолчанию."
  />
)

interface CodeProps extends PartProps {
  code: keyof PartProps['draft']['armtek']
  label: string
  hint: string
  required?: boolean
}

function ArmtekCode({ draft, errors, onChange, code, label, hint, required = false }: CodeProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      required={required}
      maxLength={10}
      autoComplete="off"
      spellCheck={false}
      value={draft.armtek[code]}
      onValueChange={(typed) => onChange({ armtek: { ...draft.armtek, [code]: typed.trim() } })}
      error={errors[`settings.armtek.${code}`]}
    />
  )
}

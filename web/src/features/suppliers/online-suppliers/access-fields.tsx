import { ADAPTERS, type AdapterName } from '@artikul/contract/suppliers/online-suppliers'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { PartProps } from './form-part.tsx'

const PROTOCOLS = Object.entries(ADAPTERS).map(([value, label]) => ({ value: value as AdapterName, label }))

interface Props extends PartProps {
  /** `null` for an existing supplier, whose name and seller are fixed. */
  sellers: readonly { id: number; name: string }[] | null
}

/** Name, address and account of the supplier. */
export function AccessFields({ draft, errors, onChange, sellers }: Props) {
  return (
    <>
      {sellers && (
        <>
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
        </>
      )}
      <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Select
          label="Протокол"
          items={PROTOCOLS}
          value={draft.adapter}
          onValueChange={(adapter) => adapter && onChange({ adapter })}
          error={errors['adapter']}
        />
        <TextField
          label="Адрес API"
          hint="Например, https://id1234.public.api.abcp.ru"
          required
          maxLength={500}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={draft.url}
          onValueChange={(url) => onChange({ url: url.trim() })}
          error={errors['url']}
        />
      </div>
      <TextField
        label="Логин"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={draft.login}
        onValueChange={(login) => onChange({ login: login.trim() })}
        error={errors['login']}
      />
      <PasswordField
        label="Пароль"
        hint={sellers ? 'Хранится зашифрованным и не показывается.' : 'Пароль сохранён, введите новый, чтобы заменить.'}
        required={sellers !== null}
        autoComplete="new-password"
        value={draft.secret}
        onValueChange={(secret) => onChange({ secret })}
        error={errors['secret']}
      />
      <Switch
        label="Спрашивать поставщика"
        checked={draft.is_on}
        onCheckedChange={(isOn) => onChange({ is_on: isOn })}
      />
    </>
  )
}

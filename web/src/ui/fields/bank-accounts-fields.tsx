import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../button.tsx'
import { Checkbox } from './checkbox.tsx'
import { IconButton } from '../icon-button.tsx'
import { TextField } from './text-field.tsx'
import { liveRefusals, type AccountRow, type BankAccounts } from '../../lib/queries/bank-accounts.ts'

interface Props {
  form: BankAccounts
  disabled: boolean
  /** Errors by path, such as `accounts.0.bic`. */
  errors: Readonly<Record<string, string>>
}

export function BankAccountsFields({ form, disabled, errors }: Props) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-hairline pt-4">
      <legend className="contents text-base font-semibold">Банковские счета</legend>
      {form.rows.length === 0 && <p className="text-sm text-text-2">Счетов пока нет.</p>}
      {form.rows.map((row, index) => (
        <AccountFields key={row.key} row={row} index={index} form={form} disabled={disabled} errors={errors} />
      ))}
      {errors['accounts'] && (
        <p role="alert" className="text-xs text-accent">
          {errors['accounts']}
        </p>
      )}
      {!disabled && form.rows.length < 20 && (
        <Button size="sm" className="self-start" icon={<IconPlus size={14} />} onClick={form.add}>
          Добавить счёт
        </Button>
      )}
    </fieldset>
  )
}

function AccountFields({ row, index, form, disabled, errors }: Props & { row: AccountRow; index: number }) {
  const live = liveRefusals(row)
  const number = index + 1
  const field = (name: 'bic' | 'bank_name' | 'correspondent_account' | 'account', maxLength: number) => ({
    maxLength,
    disabled,
    autoComplete: 'off',
    value: row[name],
    onValueChange: (text: string) => form.change(row.key, { [name]: text }),
    error: live[name] ?? errors[`accounts.${index}.${name}`],
  })
  return (
    <div role="group" aria-label={`Счёт ${number}`} className="rounded-md border border-hairline p-3">
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[9rem_1fr]">
        <TextField
          {...field('bic', 20)}
          label="БИК"
          required
          inputMode="numeric"
          onValueChange={(text) => void form.changeBic(row.key, text)}
        />
        <TextField {...field('bank_name', 300)} label="Банк" required />
      </div>
      <div className="mt-3 grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <TextField {...field('account', 30)} label="Расчётный счёт" required />
        <TextField {...field('correspondent_account', 30)} label="Корр. счёт" inputMode="numeric" />
      </div>
      <div className="mt-2 flex items-center justify-between gap-2">
        <Checkbox
          label="Основной"
          disabled={disabled || row.is_default}
          checked={row.is_default}
          onCheckedChange={() => form.setDefault(row.key)}
        />
        {!disabled && (
          <IconButton
            label={`Убрать счёт ${number}`}
            icon={<IconTrash size={16} />}
            onClick={() => form.remove(row.key)}
          />
        )}
      </div>
    </div>
  )
}

import { keysOf } from '@artikul/contract/core/keys'
import { DEFERMENT_CALENDAR, DEFERMENT_FROM } from '@artikul/contract/companies/contracts'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { DateField } from '../../../../ui/dates/date-field.tsx'
import { MoneyField, NumberField } from '../../../../ui/fields/number-field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../../ui/fields/text-field.tsx'
import type { ContractDraft } from './contract-draft.ts'
import { PriceGroupSelect, type Options } from '../managed-selects.tsx'

interface Props {
  draft: ContractDraft
  options: Options | undefined
  change: (fields: Partial<ContractDraft>) => void
  errors: Readonly<Record<string, string>>
  /** Locks the seller: it cannot be changed in a signed contract. */
  sellerLocked?: boolean
}

const PAIR = 'grid gap-x-4 gap-y-3.5 sm:grid-cols-2'

export function ContractFields(props: Props) {
  const { draft, options, change, errors, sellerLocked = false } = props
  return (
    <>
      <div className={PAIR}>
        <Select
          label="Продавец"
          required
          disabled={sellerLocked}
          placeholder="Не выбран"
          items={(options?.sellers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.seller_id}
          onValueChange={(seller_id) => change({ seller_id })}
          error={errors['seller_id']}
        />
        <TextField
          label="Номер договора"
          required
          autoComplete="off"
          maxLength={50}
          value={draft.number}
          onValueChange={(number) => change({ number })}
          error={errors['number']}
        />
        <DateField
          label="Дата договора"
          required
          value={draft.signed_on}
          onValueChange={(signed_on) => change({ signed_on })}
          error={errors['signed_on']}
        />
        <DateField
          label="Действует по"
          hint="Без ограничения, если не заполнено"
          value={draft.valid_to}
          onValueChange={(valid_to) => change({ valid_to })}
          error={errors['valid_to']}
        />
      </div>
      <TermFields {...props} />
      <div className={PAIR}>
        <PriceGroupSelect
          label="Ценовая группа договора"
          options={options}
          placeholder="Как у компании"
          value={draft.price_group_id}
          onValueChange={(price_group_id) => change({ price_group_id })}
          error={errors['price_group_id']}
        />
      </div>
      <TextArea
        label="Примечание в счёте"
        rows={2}
        maxLength={500}
        value={draft.invoice_notice}
        onValueChange={(invoice_notice) => change({ invoice_notice })}
        error={errors['invoice_notice']}
      />
      <Checkbox
        label="Спорные суммы обращений считаются просроченными и занимают лимит"
        checked={draft.disputes_block}
        onCheckedChange={(disputes_block) => change({ disputes_block })}
      />
      <Checkbox
        label="Основной договор с этим продавцом"
        checked={draft.is_default}
        onCheckedChange={(is_default) => change({ is_default })}
      />
    </>
  )
}

function TermFields({ draft, change, errors }: Props) {
  return (
    <div className={PAIR}>
      <NumberField
        label="Предоплата, %"
        min={0}
        max={100}
        value={draft.prepayment_percent}
        onValueChange={(prepayment_percent) => change({ prepayment_percent })}
        error={errors['prepayment_percent']}
      />
      <MoneyField
        label="Кредитный лимит"
        value={draft.limit_kop}
        onValueChange={(limit_kop) => change({ limit_kop })}
        error={errors['limit_kop']}
      />
      {draft.prepayment_percent !== 100 && (
        <>
          <NumberField
            label="Отсрочка, дней"
            min={0}
            max={365}
            value={draft.deferment_days}
            onValueChange={(deferment_days) => change({ deferment_days })}
            error={errors['deferment_days']}
          />
          <div className="grid grid-cols-2 gap-2">
            <Select
              label="Какие дни"
              items={choices(DEFERMENT_CALENDAR)}
              value={draft.deferment_calendar}
              onValueChange={(calendar) => calendar && change({ deferment_calendar: calendar })}
              error={errors['deferment_calendar']}
            />
            <Select
              label="Считать"
              items={choices(DEFERMENT_FROM)}
              value={draft.deferment_from}
              onValueChange={(from) => from && change({ deferment_from: from })}
              error={errors['deferment_from']}
            />
          </div>
        </>
      )}
    </div>
  )
}

// Casts the keys of a constant record to its key type.
const choices = <K extends string>(words: Readonly<Record<K, string>>) =>
  keysOf(words).map((value) => ({ value, label: words[value] }))

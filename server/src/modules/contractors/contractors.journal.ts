import type { AuditItem } from '@artikul/contract/audit'
import type { BankAccount } from '@artikul/contract/identifiers'

/** How the journal calls the fields of a company. */
const FIELDS = {
  name: 'Название',
  full_name: 'Полное название',
  inn: 'ИНН',
  kpp: 'КПП',
  ogrn: 'ОГРН',
  okpo: 'ОКПО',
  address: 'Юридический адрес',
  actual_address: 'Фактический адрес',
  director_title: 'Должность руководителя',
  director: 'Руководитель',
  phone: 'Телефон',
  email: 'Почта',
} as const

type Requisites = Partial<Record<keyof typeof FIELDS, string | null>>
export type Change = AuditItem['changes'][number]

/** What differs, field by field; a field that the patch does not name stays as it is. */
export function changesOf(before: Requisites, after: Requisites): Change[] {
  return Object.entries(FIELDS).flatMap(([key, field]) => {
    const name = key as keyof typeof FIELDS // the keys of the record above
    const [was, becomes] = [before[name] ?? '', after[name]]
    return becomes === undefined || (becomes ?? '') === was
      ? []
      : [{ field, before: was || null, after: becomes || null }]
  })
}

const accountText = (account: BankAccount) =>
  `${account.account} в ${account.bank_name} (БИК ${account.bic})${account.is_default ? ', основной' : ''}`

export function accountChanges(before: readonly BankAccount[], after: readonly BankAccount[]): Change[] {
  const text = (accounts: readonly BankAccount[]) => accounts.map(accountText).join('; ') || null
  return text(before) === text(after) ? [] : [{ field: 'Банковские счета', before: text(before), after: text(after) }]
}

export const objectOf = ({ name, inn, kpp }: { name: string; inn: string; kpp: string | null }) =>
  `${name}, ИНН ${inn}${kpp === null ? '' : `, КПП ${kpp}`}`

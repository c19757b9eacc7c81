import type { Invoice } from '@artikul/contract/billing/invoices'

/** A party in one line, as the customary form has it. */
export const partyLine = ({ name, inn, kpp, address, phone }: Invoice['seller']): string =>
  [name, `ИНН ${inn}`, kpp && `КПП ${kpp}`, address, phone && `тел.: ${phone}`].filter(Boolean).join(', ')

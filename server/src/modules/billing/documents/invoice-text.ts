import { formatPhone } from '@artikul/contract/core/phone'
import type { Invoice } from '@artikul/contract/billing/invoices'

/** Formats a party in one line, as in the customary form. */
export const partyLine = ({ name, inn, kpp, address, phone }: Invoice['seller']): string =>
  [name, `ИНН ${inn}`, kpp && `КПП ${kpp}`, address, phone && `тел.: ${formatPhone(phone)}`].filter(Boolean).join(', ')

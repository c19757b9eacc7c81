import type { ContractItem } from '@artikul/contract/companies/contracts'
import { day } from '../../../../lib/text/format.ts'

/** «от 12.01.2026, бессрочный» */
export const datesText = ({ signed_on, valid_to }: Pick<ContractItem, 'signed_on' | 'valid_to'>) =>
  `от ${day(signed_on)}, ${valid_to ? `действует по ${day(valid_to)}` : 'бессрочный'}`

import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import { NO_TOLERANCE } from '@artikul/contract/companies/tolerance'
import { buildCompany } from './fake-server.ts'

/** Card of a company as staff see it. */
export const buildCard = (fields: Partial<ContractorDetails> = {}): ContractorDetails => ({
  ...buildCompany(),
  full_name: '',
  ogrn: null,
  okpo: null,
  actual_address: '',
  director_title: '',
  director: '',
  email: '',
  declined_reason: null,
  decided_at: null,
  deputy: null,
  substitute_from: null,
  substitute_to: null,
  tolerance: NO_TOLERANCE,
  price_group_id: null,
  accounts: [],
  same_inn: [],
  version: 1,
  can: { edit_identity: true, edit_contacts: true, manage: true, reapply: false },
  ...fields,
})

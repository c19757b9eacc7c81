export const CONTRACTOR_TABS = [
  'requisites',
  'contracts',
  'edo',
  'people',
  'consignees',
  'orders',
  'standings',
  'documents',
  'consents',
  'api',
  'history',
] as const

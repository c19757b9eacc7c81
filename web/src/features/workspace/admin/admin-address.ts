export const ADMIN_TABS = [
  'groups',
  'sources',
  'journal',
  'mail',
  'brands',
  'crosses',
  'photos',
  'price-lists',
  'supplier-orders',
  'legal',
  'zones',
  'calendar',
  'work',
] as const

export const FIRST_ADMIN_TAB = 'groups'

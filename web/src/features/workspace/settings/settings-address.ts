export const SETTINGS_TABS = [
  'setup',
  'portal',
  'sellers',
  'sources',
  'journal',
  'mail',
  'mail-server',
  'brands',
  'crosses',
  'photos',
  'price-lists',
  'supplier-orders',
  'legal',
  'zones',
  'calendar',
  'work',
  'environment',
  'one-c',
] as const

export const FIRST_SETTINGS_TAB = 'setup'

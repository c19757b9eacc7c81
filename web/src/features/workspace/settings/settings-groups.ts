import type { SETTINGS_TABS } from './settings-address.ts'

export interface SettingsGroup {
  label: string
  tabs: readonly (typeof SETTINGS_TABS)[number][]
}

export const SETTINGS_GROUPS: readonly SettingsGroup[] = [
  { label: 'Начало', tabs: ['setup'] },
  { label: 'Портал', tabs: ['portal'] },
  { label: 'Компания', tabs: ['sellers', 'legal'] },
  { label: 'Товары', tabs: ['sources', 'price-lists', 'brands', 'crosses', 'photos'] },
  { label: 'Поставки и доставка', tabs: ['supplier-orders', 'zones', 'calendar'] },
  { label: 'Интеграции', tabs: ['one-c'] },
  { label: 'Почта', tabs: ['mail-server', 'mail'] },
  { label: 'Работа портала', tabs: ['work', 'journal', 'environment'] },
]

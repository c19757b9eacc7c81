export const ANALYTICS_TABS = ['sales', 'service', 'demand', 'stock', 'debts', 'buyers'] as const
export type AnalyticsTab = (typeof ANALYTICS_TABS)[number]

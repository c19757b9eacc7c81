export const ANALYTICS_TABS = ['sales', 'demand', 'buyers'] as const
export type AnalyticsTab = (typeof ANALYTICS_TABS)[number]

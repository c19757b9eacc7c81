export const RECEIPT_TABS = ['receipts', 'expected'] as const

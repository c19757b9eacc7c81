export const DEBT_SORTS = ['overdue', 'debt', 'name'] as const
export type DebtSort = (typeof DEBT_SORTS)[number]

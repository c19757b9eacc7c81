export const ORDERS_TABS = ['orders', 'lines', 'shipments', 'day'] as const

export const ORDERS_SORTS = ['-created_at', 'created_at', '-total', 'total', 'expected_date'] as const

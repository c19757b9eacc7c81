export const SUPPLIER_TABS = ['health', 'brands', 'warehouses', 'statuses'] as const

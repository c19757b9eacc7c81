/** Rows of a price list that are shown before its columns are confirmed. */
export const PREVIEW_ROWS = 30
/** Most columns that can be shown and assigned. */
export const MAX_PRICE_COLUMNS = 60

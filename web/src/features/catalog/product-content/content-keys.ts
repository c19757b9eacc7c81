/** Queries that show the photos and properties of products. */
export const CONTENT_KEYS = ['catalog', 'search'] as const

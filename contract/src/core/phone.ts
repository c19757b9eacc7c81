const NBSP = '\u00a0'

/**
 * Formats `+74951234567` as «+7 (495) 123-45-67» and `+375291234567` as «+375 (29) 123-45-67»; anything else is
 * unchanged.
 */
export function formatPhone(value: string): string {
  const parts = /^(\+7)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(value) ?? /^(\+375)(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(value)
  if (!parts) return value
  const [, country, code, ...rest] = parts
  return `${country} (${code}) ${rest.join('-')}`.replaceAll(' ', NBSP)
}

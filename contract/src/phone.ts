const NBSP = '\u00a0'

/** «+7 (495) 123-45-67» of `+74951234567`; anything else as it came. */
export function formatPhone(value: string): string {
  const digits = /^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(value)
  return digits ? `+7 (${digits[1]}) ${digits[2]}-${digits[3]}-${digits[4]}`.replaceAll(' ', NBSP) : value
}

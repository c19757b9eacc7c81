/** Escapes the three special characters of LIKE patterns. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Text as LIKE takes it literally: these three are signs of the pattern there. */
export const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

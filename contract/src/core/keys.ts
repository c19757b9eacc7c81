/** Returns the keys of a word list in the form an enumeration needs: typed and never empty. */
export const keysOf = <T extends string>(words: Readonly<Record<T, unknown>>) => Object.keys(words) as [T, ...T[]]

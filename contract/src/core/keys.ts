/** The keys of what has a word for each, as an enumeration takes them: typed, and at least one. */
export const keysOf = <T extends string>(words: Readonly<Record<T, unknown>>) => Object.keys(words) as [T, ...T[]]

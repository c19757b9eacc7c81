type OmitUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Returns the fields of a patch that were sent; undefined fields are absent. */
export const omitUndefined = <T extends object>(patch: T): OmitUndefined<T> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as OmitUndefined<T>

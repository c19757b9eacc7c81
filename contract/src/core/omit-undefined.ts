type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields of a patch that were sent: what is undefined is not there at all. */
export const omitUndefined = <T extends object>(patch: T): Given<T> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Given<T>

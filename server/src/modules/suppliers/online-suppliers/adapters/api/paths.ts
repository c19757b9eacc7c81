import { MAX_ITEMS } from '../../querying/adapter.ts'

/** Element of an answer with the elements around it, the nearest first. */
export interface Found {
  value: unknown
  around: readonly Found[]
}

const UP = '^.'

const childOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** Elements at a path of names and indexes by dots; `*` and the end of a list path stand for each element of an array. */
export function listAt(body: unknown, path: string): Found[] {
  let found: Found[] = [{ value: body, around: [] }]
  for (const step of path === '' ? [] : path.split('.'))
    found = found.flatMap((one) => (step === '*' ? each(one) : under(one, step))).slice(0, MAX_ITEMS + 1)
  return found.flatMap(each).slice(0, MAX_ITEMS + 1)
}

const under = (one: Found, step: string): Found[] => {
  const value = childOf(one.value, step)
  // An array is passed over: the elements around an offer are objects.
  return value === undefined || value === null
    ? []
    : [{ value, around: Array.isArray(one.value) ? one.around : [one, ...one.around] }]
}
const each = (one: Found): Found[] =>
  Array.isArray(one.value)
    ? one.value.slice(0, MAX_ITEMS + 1).map((value: unknown) => ({ value, around: one.around }))
    : [one]

/** Value at a path relative to an offer; each `^.` goes to the element around. */
export function valueAt(found: Found, path: string): unknown {
  let from: Found | undefined = found
  let rest = path
  while (rest.startsWith(UP)) {
    from = from?.around[0]
    rest = rest.slice(UP.length)
  }
  return rest.split('.').reduce<unknown>((value, step) => childOf(value, step), from?.value)
}

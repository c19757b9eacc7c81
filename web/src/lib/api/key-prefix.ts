import type { Api } from '@artikul/contract/api'

type Values<T> = T[keyof T]
type Path = Values<{
  [G in keyof Api]: Values<{ [R in keyof Api[G]]: Api[G][R] extends { path: infer P } ? P : never }>
}>

type Segment<S extends string> = S extends `:${string}` ? string | number : S
type Prefixes<S extends string> = S extends `${infer Head}/${infer Rest}`
  ? Segment<Head> | `${Segment<Head>}/${Prefixes<Rest>}`
  : Segment<S>

/** Beginning of an address of the API, which refreshes every query below it: `orders`, `orders/12`. */
export type KeyPrefix = Path extends `/api/v1/${infer Rest}` ? Prefixes<Rest> : never

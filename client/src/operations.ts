import type { components, paths } from './generated-schema.ts'

export type Method = 'get' | 'post' | 'patch' | 'delete'
type Prefixed<P extends string> = `/api/partner/v1${P}`

/** Paths with an operation of the method, without their common beginning. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends object ? (P extends Prefixed<infer Rest> ? Rest : never) : never
}[keyof paths]

type Operation<M extends Method, P extends string> = paths[Prefixed<P> & keyof paths][M]

/** Parameters are texts in an address; numbers of replies may be passed as they are. */
type Written<T> = { [Name in keyof T]: T[Name] | (string extends T[Name] ? number : never) }
type ParametersOf<O> = O extends { parameters: infer Parts }
  ? { [Part in keyof Parts as Extract<Part, 'path' | 'query'>]: Written<Parts[Part]> }
  : never
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } } ? { body: Body } : unknown
type KeyOf<O> = O extends { parameters: { header: { 'Idempotency-Key': string } } }
  ? { idempotencyKey: string }
  : unknown

export interface AnyOptions {
  path?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string | number | undefined>>
  body?: unknown
  /** Names the act: repeated with the same key, it is done once. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export type OptionsOf<M extends Method, P extends string> = ParametersOf<Operation<M, P>> &
  BodyOf<Operation<M, P>> &
  KeyOf<Operation<M, P>> & { signal?: AbortSignal }

/** Options as the last argument, which is left out where nothing is required. */
export type Options<M extends Method, P extends string> =
  Record<string, never> extends OptionsOf<M, P> ? [options?: OptionsOf<M, P>] : [options: OptionsOf<M, P>]

type Successful<O> = O extends { responses: infer Responses } ? Responses[keyof Responses & (200 | 201)] : never

/** Parsed reply; a file is a `Blob`. */
export type ReplyOf<M extends Method, P extends string> =
  Successful<Operation<M, P>> extends { content: { 'application/json': infer Reply } } ? Reply : Blob

/** Paths of lists that continue by `next_cursor`. */
export type ListPath = {
  [P in PathOf<'get'>]: ReplyOf<'get', P> extends { next_cursor: string | null } ? P : never
}[PathOf<'get'>]

export type ItemOf<P extends ListPath> = ReplyOf<'get', P> extends { results: (infer Item)[] } ? Item : never

/** Shapes of replies by name: `Schemas['Order']`. */
export type Schemas = components['schemas']

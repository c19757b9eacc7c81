import { z } from 'zod'
import type { SupplierCredentials, SupplierError, SupplierField } from '../../querying/adapter.ts'
import { numberIn, Text } from '../parse-reply.ts'

const Message = z.object({ TYPE: Text.catch(''), TEXT: Text.catch('') })
const Envelope = z.object({ STATUS: z.unknown(), MESSAGES: z.array(z.unknown()).catch([]), RESP: z.unknown() })

export const authorizationOf = ({ login, secret }: SupplierCredentials) =>
  Buffer.from(`${login}:${secret}`).toString('base64')
export const codesOf = ({ settings }: SupplierCredentials) =>
  settings?.armtek ?? { vkorg: '', kunnr_rg: '', kunnr_za: '' }

const signedBy = (access: SupplierCredentials): SupplierField[] => [
  ['authorization', `Basic ${authorizationOf(access)}`],
]
const FORMAT: SupplierField = ['format', 'json']

export const post = (access: SupplierCredentials, path: string, form: readonly SupplierField[]) =>
  ({ method: 'POST', path, headers: signedBy(access), form: [...form, FORMAT] }) as const
export const get = (access: SupplierCredentials, path: string, query: readonly SupplierField[]) =>
  ({ method: 'GET', path, headers: signedBy(access), query: [...query, FORMAT] }) as const

/** What an answer says, without its envelope. */
export const respOf = (body: unknown): unknown => Envelope.safeParse(body).data?.RESP

/** Elements of a list, which is an array or an object with one in `ARRAY`. */
export function elementsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return z.object({ ARRAY: z.array(z.unknown()) }).safeParse(value).data?.ARRAY ?? []
}

const ErrorFields = z.object({ MSG: Text.catch(''), ERROR: Text.catch('') })
const NOTHING: SupplierError = { kind: 'nothing', text: 'У поставщика ничего не найдено' }

export function errorOf(status: number, body: unknown): SupplierError | null {
  const envelope = Envelope.safeParse(body).data
  const code = numberIn(envelope?.STATUS) || status
  if (code === 401 || status === 401)
    return { kind: 'refused', text: 'Armtek не принял логин или пароль: нужен логин для веб-сервисов' }
  if (envelope && code === 200 && status < 400) {
    const { MSG, ERROR } = ErrorFields.catch({ MSG: '', ERROR: '' }).parse(envelope.RESP ?? {})
    if (ERROR !== '') return { kind: 'refused', text: `Armtek ответил ошибкой: ${ERROR.slice(0, 200)}` }
    return MSG === '' ? null : NOTHING
  }
  const words = (envelope?.MESSAGES ?? [])
    .flatMap((message) => Message.safeParse(message).data ?? [])
    .filter(({ TYPE }) => TYPE === 'A' || TYPE === 'E')
    .map(({ TEXT }) => TEXT)
  const text = words.join('; ').slice(0, 200)
  if (code === 404) return NOTHING
  return { kind: 'refused', text: `Armtek ответил ошибкой ${code}${text && `: ${text}`}`, code }
}

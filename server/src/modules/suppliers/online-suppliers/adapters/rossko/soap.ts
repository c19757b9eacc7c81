import { z } from 'zod'
import type { SupplierCredentials, SupplierHttpRequest } from '../../querying/adapter.ts'
import { Text } from '../parse-reply.ts'

const NAMESPACE = 'http://api.rossko.ru/'

/** Elements in order, each with text or nested elements. */
export type Elements = readonly (readonly [name: string, value: string | Elements])[]

/** Escapes a text for XML and removes characters that XML cannot represent. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const written = (elements: Elements): string =>
  elements
    .map(([name, value]) => `<r:${name}>${typeof value === 'string' ? escapeXml(value) : written(value)}</r:${name}>`)
    .join('')

/**
 * Splits the login, which contains the first of Rossko's two keys and the delivery method; the secret is the second
 * key.
 */
export function soapKeysOf({ login, secret }: SupplierCredentials) {
  const [key = '', delivery = '000000001', address = ''] = login.split(/\s+/)
  return { key, secret, delivery, address }
}

export function call(access: SupplierCredentials, operation: string, elements: Elements): SupplierHttpRequest {
  const { key, secret } = soapKeysOf(access)
  const payload = written([[operation, [['KEY1', key], ['KEY2', secret], ...elements]]])
  return {
    method: 'POST',
    path: `/${operation}`,
    headers: [
      ['accept', 'text/xml'],
      ['soapaction', `"${NAMESPACE}${operation}"`],
    ],
    body: {
      type: 'text/xml; charset=utf-8',
      text: `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:r="${NAMESPACE}"><s:Body>${payload}</s:Body></s:Envelope>`,
    },
  }
}

/** Lists the child elements of a name: the parser returns a single one by itself, and none as a text. */
export function childrenOf(element: unknown, name: string): unknown[] {
  if (typeof element !== 'object' || element === null || !Object.hasOwn(element, name)) return []
  const child = (element as Record<string, unknown>)[name]
  return Array.isArray(child) ? child : [child]
}
export const childOf = (element: unknown, name: string): unknown => childrenOf(element, name)[0]

const Body = z.object({ Envelope: z.object({ Body: z.record(z.string(), z.unknown()) }) })
const Result = z.record(z.string(), z.unknown())

/** Finds the result under the name used by the operation; null for a fault or a missing answer. */
export function resultOf(body: unknown): Record<string, unknown> | null {
  const [answer] = Object.values(Body.safeParse(body).data?.Envelope.Body ?? {})
  const [result] = Object.values(Result.safeParse(answer).data ?? {})
  return Result.safeParse(result).data ?? null
}

export const soapFaultOf = (body: unknown): string | null => {
  const fault = childOf(Body.safeParse(body).data?.Envelope.Body, 'Fault')
  return Text.safeParse(childOf(fault, 'faultstring')).data ?? null
}

export const isSuccess = (result: unknown): boolean =>
  ['true', '1'].includes(Text.catch('').parse(childOf(result, 'success')))

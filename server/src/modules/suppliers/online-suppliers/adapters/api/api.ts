import type { ApiDescription } from '@artikul/contract/suppliers/adapter-settings'
import type {
  Adapter,
  SupplierCredentials,
  SupplierError,
  SupplierField,
  SupplierHttpRequest,
} from '../../querying/adapter.ts'
import { escapeXml } from '../rossko/soap.ts'
import { readByPaths } from './read-offers.ts'

type Write = (value: string) => string
const asIs: Write = (value) => value
const inJson: Write = (value) => JSON.stringify(value).slice(1, -1)
/** A value of dots alone would climb in the path. */
const inPath: Write = (value) => (/^\.+$/.test(value) ? '-' : encodeURIComponent(value))
const WRITERS: Record<ApiDescription['body_type'], Write> = { json: inJson, xml: escapeXml, form: encodeURIComponent }
const TYPES: Record<ApiDescription['body_type'], string> = {
  json: 'application/json',
  xml: 'application/xml; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
}

const basicOf = ({ login, secret }: SupplierCredentials) => Buffer.from(`${login}:${secret}`).toString('base64')

/** Puts the values into a template. */
function fill(
  template: string,
  access: SupplierCredentials,
  question: Partial<Record<'article' | 'brand', string>>,
  write: Write,
) {
  const values: Record<string, string> = {
    article: question.article ?? '',
    brand: question.brand ?? '',
    login: access.login,
    key: access.secret,
    basic: basicOf(access),
  }
  return template.replace(/\{(article|brand|login|key|basic)\}/g, (_, name: string) => write(values[name] ?? ''))
}

function fieldsOf(query: string, put: (text: string) => string): SupplierField[] {
  return [...new URLSearchParams(query)].map(([name, value]) => [put(name), put(value)] as const)
}

const NOT_DESCRIBED: Pick<ApiDescription, 'method' | 'path' | 'headers' | 'body_type' | 'body'> = {
  method: 'GET',
  path: '/',
  headers: [{ name: 'Authorization', value: 'Bearer {key}' }],
  body_type: 'json',
  body: '',
}

function request(access: SupplierCredentials, question: Parameters<typeof fill>[2]): SupplierHttpRequest {
  const { method, path, headers, body_type: type, body } = access.settings?.api ?? NOT_DESCRIBED
  const [place = '/', query = ''] = path.split(/\?(.*)/s)
  const put = (text: string) => fill(text, access, question, asIs)
  return {
    method,
    path: fill(place, access, question, inPath),
    headers: [['accept', '*/*'], ...headers.map(({ name, value }): SupplierField => [name.toLowerCase(), put(value)])],
    ...(query !== '' && { query: fieldsOf(query, put) }),
    ...(method === 'POST' && { body: { type: TYPES[type], text: fill(body, access, question, WRITERS[type]) } }),
  }
}

function errorOf(status: number): SupplierError | null {
  if (status < 400) return null
  if (status === 404) return { kind: 'nothing', text: 'У поставщика ничего не найдено (ответ 404)' }
  const why = status === 401 || status === 403 ? ': проверьте ключ и логин' : ''
  return { kind: 'refused', text: `Поставщик ответил ошибкой ${status}${why}` }
}

/** Any API with JSON or XML, described by staff on the screen. Orders are placed elsewhere. */
export const api = {
  format: 'json',
  search: request,
  readOffers: (body, { settings }) => (settings?.api ? readByPaths(body, settings.api) : { items: [], dropped: {} }),
  brands: (access, article) => request(access, { article }),
  readBrands: () => [],
  batch: null,
  errorOf,
  secretsOf: (access) => [access.secret, basicOf(access)],
  ordering: null,
} satisfies Adapter

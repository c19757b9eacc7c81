import type { ApiKeySecret, NewApiKey } from '@artikul/contract/integrations/api-keys'
import { send, type TestApp } from '../../../testing/test-app.ts'

/** Fields of a key with every scope. */
export const keyFields = (fields: Partial<NewApiKey> = {}): NewApiKey => ({
  name: 'Автосервис',
  consignee_id: null,
  is_point_only: false,
  scopes: ['search', 'orders', 'documents', 'webhooks'],
  addresses: [],
  valid_until: null,
  calls_per_minute: 600,
  calls_per_day: 100_000,
  order_limit_kop: null,
  ...fields,
})

/** Makes a key as the administrator of a company, with the headers of its calls. */
export async function buildKey(
  test_: TestApp,
  admin: { authorization: string },
  fields: Partial<NewApiKey> = {},
): Promise<ApiKeySecret & { headers: { authorization: string } }> {
  const { status, json, text } = await send<ApiKeySecret>(test_, {
    method: 'POST',
    url: '/api/v1/api-keys',
    headers: admin,
    payload: keyFields(fields),
  })
  if (status !== 201) throw new Error(text)
  return { ...json, headers: { authorization: `Bearer ${json.token}` } }
}

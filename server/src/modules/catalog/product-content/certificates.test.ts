import type { Certificate } from '@artikul/contract/catalog/certificates'
import { expect, test } from 'vitest'
import { jpegOf } from '../../../testing/files/photos.ts'
import { useParties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../products/catalog.factory.ts'
import { buildCertificate } from './product-content.factory.ts'

const test_ = useTestApp()
const { parties, manager, employee } = useParties(test_)
const NOWHERE = 2_000_000_000
const TODAY = '2026-11-17'
const YESTERDAY = '2026-11-16'
const PDF = Buffer.from('%PDF-1.7 сертификат')

const call = <T>(method: 'GET' | 'DELETE', path: string, headers: object = manager) =>
  send<T & { code?: string }>(test_, { method, url: `/api/v1/${path}`, headers: { ...headers } })
const upload = (path: string, payload: Buffer, headers: object = manager) =>
  send<{ id: number; code?: string; errors?: { path: string; message: string }[] }>(test_, {
    ...{ method: 'POST', url: `/api/v1/${path}`, payload },
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  })
const fields = (given: Record<string, string> = {}) =>
  new URLSearchParams({ kind: 'conformity', number: 'RU С-DE.АБ12', ...given }).toString()
const idsSeen = async (productId: number, headers: object) =>
  (await call<{ results: Certificate[] }>('GET', `products/${productId}/certificates`, headers)).json.results.map(
    ({ id }) => id,
  )

test('certificates are changed by order managers only, and nobody unknown reads them', async () => {
  const { id, brandId } = await buildProduct(test_.database.db)
  const certificate = await buildCertificate(test_.database.db, { product_id: id })
  const statuses = async (headers: object) => {
    const replies = await Promise.all([
      upload(`products/${id}/certificates?${fields()}`, PDF, headers),
      upload(`brands/${brandId}/certificates?${fields()}`, PDF, headers),
      call('GET', `brands/${brandId}/certificates`, headers),
      call('DELETE', `certificates/${certificate}`, headers),
      call('GET', `products/${id}/certificates`, headers),
      call('GET', `certificates/${certificate}/file`, headers),
    ])
    return replies.map(({ status }) => status)
  }
  expect(await statuses({})).toEqual(Array(6).fill(401))
  for (const person of [parties.admin, parties.employee, parties.warranty])
    expect(await statuses(await loginAs(test_, person))).toEqual([403, 403, 403, 403, 200, 200])
})

test('certificate of an unknown product or brand, and an unknown one, are not found', async () => {
  for (const owner of ['products', 'brands']) {
    expect((await upload(`${owner}/${NOWHERE}/certificates?${fields()}`, PDF)).status).toBe(404)
    expect((await call('GET', `${owner}/${NOWHERE}/certificates`)).status).toBe(404)
  }
  expect((await call('GET', `certificates/${NOWHERE}/file`)).status).toBe(404)
  expect((await call('DELETE', `certificates/${NOWHERE}`)).status).toBe(404)
})

test('certificate with a wrong field or file is refused and leaves nothing', async () => {
  const { id } = await buildProduct(test_.database.db)
  const url = `products/${id}/certificates`
  for (const [path, given, message] of [
    ['valid_until', { valid_until: '31.12.2027' }, 'Неверная дата'],
    ['valid_until', { valid_until: '2027-02-30' }, 'Неверная дата'],
    ['valid_until', { valid_until: YESTERDAY }, 'Этот срок уже прошёл'],
    ['number', { number: ' ' }, 'Заполните поле'],
    ['kind', { kind: 'passport' }, 'Выберите вид документа'],
  ] as const) {
    const { status, json } = await upload(`${url}?${fields(given)}`, PDF)
    expect([status, json.errors?.[0]]).toEqual([400, { path, message }])
  }
  for (const bytes of [Buffer.from('GIF89a'), Buffer.from('PK\u0003\u0004'), Buffer.alloc(0)])
    expect((await upload(`${url}?${fields()}`, bytes)).json.code).toBe('file.refused')
  const large = Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-')
  expect(await upload(`${url}?${fields()}`, large)).toMatchObject({ status: 413, json: { code: 'input.too_large' } })
  expect(await idsSeen(id, manager)).toEqual([])
})

test('certificates of a product and of its brand are shown on it and not on products of other brands', async () => {
  const { db } = test_.database
  const [one, same, other] = [
    await buildProduct(db, { brand: 'СЕРТБРЕНД' }),
    await buildProduct(db, { brand: 'СЕРТБРЕНД' }),
    await buildProduct(db, { brand: 'ДРУГОЙ СЕРТ' }),
  ]
  const ofBrand = (await upload(`brands/${one.brandId}/certificates?${fields({ valid_until: TODAY })}`, PDF)).json.id
  const own = (await upload(`products/${one.id}/certificates?${fields({ kind: 'quality' })}`, jpegOf())).json.id
  expect(await idsSeen(one.id, employee)).toEqual([own, ofBrand])
  expect(await idsSeen(same.id, employee)).toEqual([ofBrand])
  expect(await idsSeen(other.id, employee)).toEqual([])
  const { results } = (await call<{ results: Certificate[] }>('GET', `brands/${one.brandId}/certificates`)).json
  expect(results).toEqual([
    {
      ...{ id: ofBrand, kind: 'conformity', number: 'RU С-DE.АБ12', valid_until: TODAY },
      ...{ is_expired: false, is_of_brand: true, size: PDF.length },
      file_name: 'Сертификат соответствия RU С-DE.АБ12.pdf',
    },
  ])
  const pdf = await test_.app.inject({ url: `/api/v1/certificates/${ofBrand}/file`, headers: { ...employee } })
  expect([pdf.headers['content-type'], pdf.rawPayload]).toEqual(['application/pdf', PDF])
  expect((await call('DELETE', `certificates/${ofBrand}`)).status).toBe(200)
  expect(await idsSeen(same.id, employee)).toEqual([])
  const { changes } = await db
    .selectFrom('audit_log')
    .select('changes')
    .where('event', '=', 'certificates.changed')
    .where('object', '=', 'Бренд СЕРТБРЕНД')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(changes).toEqual([
    { field: 'Сертификат', before: 'Сертификат соответствия № RU С-DE.АБ12 до 17.11.2026', after: null },
  ])
})

test('expired certificate is hidden from buyers and marked for staff', async () => {
  const { db } = test_.database
  const { id } = await buildProduct(db)
  const expired = await buildCertificate(db, { product_id: id }, { valid_until: YESTERDAY })
  const current = await buildCertificate(db, { product_id: id }, { valid_until: TODAY })
  expect(await idsSeen(id, employee)).toEqual([current])
  expect((await call('GET', `certificates/${expired}/file`, employee)).status).toBe(404)
  expect((await call('GET', `certificates/${expired}/file`)).status).toBe(200)
  const { results } = (await call<{ results: Certificate[] }>('GET', `products/${id}/certificates`)).json
  expect(results.map((one) => [one.id, one.is_expired])).toEqual([
    [expired, true],
    [current, false],
  ])
})

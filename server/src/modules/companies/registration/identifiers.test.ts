import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { BANK, companyFields } from '../../../testing/companies.ts'
import { send, useTestApp } from '../../../testing/test-app.ts'

const FILE = join(import.meta.dirname, '../../../../../contract/fixtures/vectors.json')
const vectors = JSON.parse(readFileSync(FILE, 'utf8')) as Vectors

// Every request comes from its own address, because one address is limited to twenty registrations.
const test_ = useTestApp({ TRUST_PROXY: 'on' })
const { parties, admin } = useParties(test_)

let serial = 0

const ofSoleProprietor = { kpp: null, ogrn: null }
const FIELDS: [kind: 'inn' | 'kpp' | 'ogrn' | 'ogrnip' | 'okpo', field: string, company: (value: string) => object][] =
  [
    ['inn', 'inn', (inn) => ({ inn, ...(inn.length === 12 && ofSoleProprietor) })],
    ['kpp', 'kpp', (kpp) => ({ kpp })],
    ['ogrn', 'ogrn', (ogrn) => ({ ogrn })],
    ['ogrnip', 'ogrn', (ogrn) => ({ inn: '500100732259', kpp: null, ogrn })],
    ['okpo', 'okpo', (okpo) => ({ okpo })],
  ]

test.each(FIELDS)('registration form accepts valid and rejects invalid values of %s', async (kind, field, company) => {
  for (const value of vectors[kind].valid) expect(await refusalsOf(company(value)), value).toEqual([])
  for (const value of vectors[kind].invalid)
    expect(await refusalsOf(company(value)), value).toContain(`company.${field}`)
})

async function accountRefusals(account: object) {
  const url = `/api/v1/contractors/${parties.company.id}`
  const card = await send<{ version: number }>(test_, { url, headers: admin })
  const payload = { version: card.json.version, accounts: [{ ...BANK, ...account }] }
  const { status, json } = await send<Errors>(test_, { method: 'PATCH', url, headers: admin, payload })
  expect([200, 400]).toContain(status)
  return (json.errors ?? []).map((error) => error.path)
}

test('company form accepts valid and rejects invalid bank accounts', async () => {
  const none = { correspondent_account: '' }
  for (const [account, bic] of vectors.account.valid)
    expect(await accountRefusals({ ...none, account, bic }), account).toEqual([])
  for (const [account, bic] of vectors.account.invalid)
    expect(await accountRefusals({ ...none, account, bic }), account).toEqual(['accounts.0.account'])
  for (const [correspondent_account, bic] of vectors.corr.valid)
    expect(await accountRefusals({ correspondent_account, bic }), correspondent_account).not.toContain(
      'accounts.0.correspondent_account',
    )
  for (const [correspondent_account, bic] of vectors.corr.invalid)
    expect(await accountRefusals({ correspondent_account, bic }), correspondent_account).toContain(
      'accounts.0.correspondent_account',
    )
})

type Vectors = Record<'inn' | 'kpp' | 'ogrn' | 'ogrnip' | 'okpo', Sides<string>> &
  Record<'account' | 'corr', Sides<[account: string, bic: string]>>

interface Sides<T> {
  valid: T[]
  invalid: T[]
}

type Errors = { errors?: { path: string; message: string }[] }

/** Returns the registration form's errors of the company's fields; empty when all are valid. */
async function refusalsOf(company: object) {
  serial += 1
  const { status, json } = await send<Errors>(test_, {
    method: 'POST',
    url: '/api/v1/registration',
    headers: { 'x-forwarded-for': `10.1.${serial >> 8}.${serial & 255}` },
    payload: {
      company: companyFields(company),
      person: { full_name: 'Любой Человек', email: `vector-${serial}@example.test`, phone: '+79991234567' },
      password: 'Гайка тридцать два 5',
      accepted: { offer_version: 1, personal_data_version: 1 },
    },
  })
  expect([201, 400]).toContain(status)
  return (json.errors ?? []).map((error) => error.path)
}

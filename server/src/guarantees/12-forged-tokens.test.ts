import { createHmac, createSecretKey, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { Writable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { Browser } from '../testing/cookies.ts'
import { send, TEST_SECRET, useTestApp } from '../testing/test-app.ts'
import { reportFigure } from '../testing/figures.ts'
import { buildParties } from '../testing/parties.factory.ts'

let logged = ''
const log = new Writable({
  write: (chunk: Buffer, _, done) => {
    logged += chunk.toString()
    done()
  },
})
const test_ = useTestApp({}, log)

let good: { header: Record<string, unknown>; claims: Record<string, unknown>; token: string; cookie: string }
let impersonation: string

beforeAll(signInAndImpersonate)

test('guarantee 12: forged access tokens get 401, and none is logged in full', async () => {
  const probe = (token: string) =>
    send(test_, { url: '/api/v1/manager/user', headers: { authorization: `Bearer ${token}` } })
  expect((await probe(good.token)).status).toBe(200)
  const list = forgeries()
  const passed: string[] = []
  for (const [name, token] of list) if ((await probe(token)).status !== 401) passed.push(name)
  // A client's token gives no access to managers' routes.
  expect((await probe(impersonation)).status).toBe(403)
  reportFigure(12, `${list.length - passed.length} из ${list.length} подделок отвергнуты с 401`)
  expect(passed).toEqual([])
  expect(list.length).toBeGreaterThanOrEqual(40)
  for (const [, token] of list) if (token.length > 40) expect(logged).not.toContain(token)
})

async function signInAndImpersonate() {
  const { manager, employee } = await buildParties(test_.database.db)
  const browser = new Browser(test_)
  await browser.signIn(manager)
  const [header = '', claims = ''] = browser.access.split('.')
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  good = { header: parse(header), claims: parse(claims), token: browser.access, cookie: browser.cookie }
  const work = await browser.impersonate(employee.id)
  impersonation = work.json.access_token_impersonate ?? ''
}

const accessKey = createSecretKey(Buffer.from(hkdfSync('sha256', TEST_SECRET, '', 'access token', 32)))
const publicPem = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' })

const json64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const hmac = (text: string, key: Parameters<typeof createHmac>[1], hash = 'sha256') =>
  createHmac(hash, key).update(text).digest('base64url')

/** Builds a token with parts of the header and claims replaced, by default signed with the real key. */
function forge(header: object, claims: object, sign = (text: string) => hmac(text, accessKey)) {
  const text = `${json64({ ...good.header, ...header })}.${json64({ ...good.claims, ...claims })}`
  return `${text}.${sign(text)}`
}

function forgeries(): [string, string][] {
  const now = Math.floor(test_.clock.now().getTime() / 1000)
  const [h = '', c = '', s = ''] = good.token.split('.')
  const unsigned = (alg: string) => forge({ alg }, {}, () => '')
  return [
    ...['none', 'None', 'nOnE', 'NONE', ''].map((alg): [string, string] => [`alg ${alg}`, unsigned(alg)]),
    ['HS256 by a public key', forge({}, {}, (text) => hmac(text, publicPem))],
    ['HS384', forge({ alg: 'HS384' }, {}, (text) => hmac(text, accessKey, 'sha384'))],
    ['HS512', forge({ alg: 'HS512' }, {}, (text) => hmac(text, accessKey, 'sha512'))],
    ...['RS256', 'ES256', 'EdDSA', 'PS256'].map((alg): [string, string] => [`alg ${alg}`, forge({ alg }, {})]),
    ['empty signature', `${h}.${c}.`],
    ['no signature', `${h}.${c}`],
    ['signature of another', `${h}.${json64({ ...good.claims, sub: '1' })}.${s}`],
    ['cut signature', good.token.slice(0, -2)],
    ['two tokens', `${good.token}.${good.token}`],
    ['empty secret', forge({}, {}, (text) => hmac(text, ''))],
    ['kid path', forge({ kid: '../../../../dev/null' }, {})],
    ['kid SQL', forge({ kid: "' or 1=1 --" }, {})],
    ['kid empty', forge({ kid: '' }, {})],
    ['kid missing', forge({ kid: undefined }, {})],
    ['kid number', forge({ kid: 1 }, {})],
    ['jku', forge({ kid: 'other', jku: 'https://evil.example/keys' }, {})],
    ['jwk', forge({ kid: 'other', jwk: { kty: 'oct', k: 'AA' } }, {}, (text) => hmac(text, Buffer.from('00', 'hex')))],
    ['crit', forge({ crit: ['exp'] }, {})],
    ['expired', forge({}, { exp: now - 1 })],
    ['not yet valid', forge({}, { nbf: now + 60 })],
    ['no expiry', forge({}, { exp: undefined })],
    ['text expiry', forge({}, { exp: 'never' })],
    ['wrong audience', forge({}, { aud: 'another' })],
    ['wrong issuer', forge({}, { iss: 'another' })],
    ['wrong type', forge({ typ: 'JWT' }, {})],
    ['no type', forge({ typ: undefined }, {})],
    ['refresh token as access', good.cookie],
    ['session of nobody', forge({}, { sid: 2_000_000_000 })],
    ['session as text', forge({}, { sid: String(good.claims['sid']) })],
    ['access as impersonation', forge({ typ: 'imp+jwt' }, {})],
    ['impersonation of nobody', forge({ typ: 'imp+jwt' }, { imp: 2_000_000_000 })],
    ['impersonation without its type', forge({}, { imp: 1 })],
    ['8 kB', forge({}, { pad: 'x'.repeat(8000) }, () => 'x')],
  ]
}

import { unlimited } from '@artikul/contract/identity/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { companyFields, contractFields, newInn } from '../../../testing/companies.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildContractor, buildSeller } from '../contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
const PASSWORD = 'Гайка тридцать два 5'
let seller: { id: number }
let manager: { authorization: string; id: number; login: string }
let known: { id: number; inn: string; email: string }

beforeAll(buildCompany)

let serial = 0

describe('additional company', () => {
  const ask = (headers: object, overrides: { accepted?: object; company?: object } = {}) => {
    const { company, accepted } = form(overrides)
    const payload = { company, accepted }
    const url = '/api/v1/registration/company'
    return send<{ id: number; code: string }>(test_, { method: 'POST', url, headers: { ...headers }, payload })
  }

  test('can be requested only by a company administrator with current consents and a valid INN', async () => {
    expect((await ask({})).status).toBe(401)
    expect((await ask(manager)).status).toBe(403)
    const { headers } = await registered()
    expect(await ask(headers, { accepted: { offer_version: 7 } })).toMatchObject({
      status: 409,
      json: { code: 'legal.changed' },
    })
    expect((await ask(headers, { company: { inn: '7700000000' } })).status).toBe(400)
  })

  test('C-57 waits for a manager with its own consents beside the existing company', async () => {
    const { db } = test_.database
    const { headers, userId, companyId } = await registered()
    const { status, json } = await ask(headers)
    expect(status).toBe(201)
    const { user_id, form: form_ } = await db
      .selectFrom('consents')
      .select(['user_id', 'form'])
      .where('contractor_id', '=', json.id)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect([user_id, form_]).toEqual([userId, 'one more company'])
    const { json: person } = await send<{ contractors: { id: number; status: string }[] }>(test_, {
      url: '/api/v1/user',
      headers,
    })
    expect(person.contractors.map(({ id, status: is }) => [id, is]).sort()).toEqual([
      [companyId, 'pending'],
      [json.id, 'pending'],
    ])
  })
})

describe('registration', () => {
  test('creates nothing until the email is confirmed, then a pending company', async () => {
    const { db } = test_.database
    const payload = form()
    const { email } = payload.person
    const before = await db.selectFrom('users').select('id').execute()
    expect(await register(payload)).toMatchObject({ status: 201, text: '{}' })
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(before.length)
    const [letter] = await lettersTo(email)
    expect(letter).toMatchObject({ subject: 'Подтвердите регистрацию', is_secret: true })
    expect(letter?.body).not.toContain('Новая мастерская')
    const token = await tokenFor(email)
    expect((await confirm(token)).json).toEqual({ login: email, company: 'ООО «Новая мастерская»' })
    expect((await confirm(token)).json.code).toBe('auth.link_expired')
    const company = await db
      .selectFrom('contractors')
      .selectAll()
      .where('inn', '=', payload.company.inn)
      .executeTakeFirstOrThrow()
    expect(company).toMatchObject({ status: 'pending', kpp: '773601001', price_group_id: null })
    const person = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    expect(person).toMatchObject({ roles: ['CONTRACTOR_ADMIN'], phone: '+79991234567', login: email })
    const kept = await db.selectFrom('registrations').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    expect(kept.password_hash, 'the password does not stay behind').toBe('')
    expect((await lettersTo(email)).map((one) => one.subject)).toEqual(['Подтвердите регистрацию', 'Заявка принята'])
    const toManager = await lettersTo(`${manager.login}@example.test`)
    expect(toManager.at(-1)?.subject).toBe(`Заявка на регистрацию, ИНН ${payload.company.inn}`)
  })

  test('logs each consent immutably with version, text hash and IP address', async () => {
    const { db } = test_.database
    const { companyId, headers } = await registered()
    const texts = await db
      .selectFrom('legal_texts')
      .select(['kind', 'hash', 'body'])
      .where('kind', '<>', 'privacy_policy')
      .orderBy('kind')
      .execute()
    const consents = await db
      .selectFrom('consents')
      .selectAll()
      .where('contractor_id', '=', companyId)
      .orderBy('kind')
      .execute()
    expect(consents.map(({ kind, version, text_hash, form }) => ({ kind, version, text_hash, form }))).toEqual(
      texts.map(({ kind, hash }) => ({ kind, version: 1, text_hash: hash, form: 'registration' })),
    )
    expect(consents[0]?.address).toMatch(/^10\.0\./)
    const { json } = await send<{ results: object[] }>(test_, {
      url: `/api/v1/contractors/${companyId}/consents`,
      headers,
    })
    expect(json.results).toHaveLength(2)
    for (const handle of [test_.appDatabase.db, test_.appDatabase.forTenant('any')])
      await expect(handle.updateTable('consents').set({ version: 2 }).execute()).rejects.toMatchObject({
        code: '42501',
      })
  })

  test('looks the same for a known company or a known email address', async () => {
    const fresh = await register(form())
    const { db } = test_.database
    const { kpp } = await db
      .selectFrom('contractors')
      .select('kpp')
      .where('id', '=', known.id)
      .executeTakeFirstOrThrow()
    // The factory's ИНН has no valid check digits, so the known company gets a valid one.
    known.inn = newInn()
    await db.updateTable('contractors').set({ inn: known.inn }).where('id', '=', known.id).execute()
    const sameCompany = form({ company: { inn: known.inn, kpp } })
    const sameEmail = form({ person: { email: known.email.toUpperCase() } })
    for (const payload of [sameCompany, sameEmail]) {
      const reply = await register(payload)
      expect([reply.status, reply.text]).toEqual([fresh.status, fresh.text])
    }
    expect((await lettersTo(sameCompany.person.email)).map((one) => one.subject)).toEqual(['Подтвердите регистрацию'])
    const [letter] = (await lettersTo(known.email)).slice(-1)
    expect(letter?.subject).toBe('Вы уже зарегистрированы')
    expect(letter?.body).not.toMatch(/confirm=/)
    const applicant = await registered({ company: { inn: known.inn, kpp } })
    const card = await send<{ same_inn: object[] }>(test_, {
      url: `/api/v1/contractors/${applicant.companyId}`,
      headers: applicant.headers,
    })
    expect(card.json.same_inn, 'only the manager sees that there is one').toEqual([])
    const forManager = await send<{ same_inn: { id: number }[] }>(test_, {
      url: `/api/v1/contractors/${applicant.companyId}`,
      headers: { authorization: manager.authorization },
    })
    expect(forManager.json.same_inn.map((one) => one.id)).toEqual([known.id])
  })

  test.each([
    ['company.inn', { company: { inn: '7707083894' } }, 'Неверный ИНН: не сходится контрольное число'],
    ['company.inn', { company: { inn: '77070838' } }, 'ИНН должен содержать 10 или 12 цифр'],
    ['company.inn', { company: { inn: '７７０７０８３８９３' } }, 'ИНН должен содержать 10 или 12 цифр'],
    ['company.kpp', { company: { kpp: '77140100' } }, 'КПП: 9 знаков, цифры и заглавные латинские буквы на 5–6 месте'],
    ['company.kpp', { company: { kpp: null } }, 'Заполните поле'],
    ['company.kpp', { company: { inn: '500100732259', ogrn: null } }, 'У индивидуального предпринимателя нет КПП'],
    ['company.ogrn', { company: { ogrn: '1027700132194' } }, 'Неверный ОГРН: не сходится контрольное число'],
    ['company.ogrn', { company: { ogrn: '304500116000157' } }, 'У организации ОГРН из 13 цифр'],
    ['company.okpo', { company: { okpo: '00032538' } }, 'Неверный ОКПО: не сходится контрольное число'],
    ['company.name', { company: { name: '  ' } }, 'Заполните поле'],
    ['person.email', { person: { email: 'a@b' } }, 'Проверьте адрес электронной почты'],
    ['person.email', { person: { email: 'a@b.ru\nBcc: x@y.ru' } }, 'Проверьте адрес электронной почты'],
    ['person.phone', { person: { phone: 'tel:javascript:' } }, 'Проверьте номер телефона'],
    ['password', { password: 'qwertyuiop' }, 'Такой пароль легко угадать, придумайте другой'],
    ['accepted.offer_version', { accepted: { offer_version: undefined } }, 'Примите условия оферты'],
  ])('C-26 is rejected at the field %s', async (path, overrides, message) => {
    const reply = await register(form(overrides))
    expect(reply).toMatchObject({ status: 400, json: { code: 'input.invalid', errors: [{ path, message }] } })
  })

  test.each(['status', 'price_group_id', 'manager_id', 'is_staff'])('rejects the unknown field %s', async (field) => {
    expect((await register({ ...form(), [field]: 1 })).status).toBe(400)
    expect((await register(form({ company: { [field]: 1 } }))).status).toBe(400)
  })

  test('rejects consent to an outdated text', async () => {
    const reply = await register(form({ accepted: { offer_version: 7 } }))
    expect(reply).toMatchObject({ status: 409, json: { code: 'legal.changed' } })
  })

  test('sends three emails per address and hour and accepts twenty requests per network', async () => {
    const email = newEmail()
    for (let time = 0; time < 5; time += 1)
      expect((await register(form({ person: { email } }), '10.251.0.7')).status).toBe(201)
    expect(await lettersTo(email)).toHaveLength(3)
    const own = form({ person: { email } })
    expect((await register(own, '10.250.0.7')).status).toBe(201)
    expect(await lettersTo(email), 'a stranger uses up nobody’s letters').toHaveLength(4)
    const statuses: number[] = []
    for (let time = 0; time < 21; time += 1)
      statuses.push((await register(form({ password: 'short' }), '10.9.9.9')).status)
    expect(new Set(statuses), 'what is malformed costs nothing').toEqual(new Set([400]))
    const tried: number[] = []
    for (let time = 0; time < 21; time += 1)
      tried.push((await register(form({ password: 'qwertyuiop' }), '10.9.9.9')).status)
    expect(tried.slice(-1)).toEqual([429])
  })

  test('by a stranger is not confirmed with the password of the mailbox owner', async () => {
    const email = newEmail()
    await register(form({ person: { email }, password: 'Чужой пароль 77' }))
    const strangers = await tokenFor(email)
    const own = form({ person: { email } })
    await register(own)
    const wrong = await confirm(strangers)
    expect(wrong).toMatchObject({
      status: 400,
      json: { code: 'auth.wrong_password', errors: [{ path: 'password' }] },
    })
    expect((await confirm(await tokenFor(email))).status).toBe(200)
    expect((await confirm(strangers, 'Чужой пароль 77')).json.code).toBe('auth.link_expired')
    for (let time = 0; time < 12; time += 1) await confirm(strangers)
    const made = await test_.database.db.selectFrom('users').select('id').where('email', '=', email).execute()
    expect(made).toHaveLength(1)
  })

  test('limits password guesses on confirmation', async () => {
    const payload = form()
    await register(payload)
    const token = await tokenFor(payload.person.email)
    for (let time = 0; time < 10; time += 1) expect((await confirm(token, `не тот ${time}`)).status).toBe(400)
    expect((await confirm(token)).status).toBe(429)
  })

  test('link used twenty times concurrently creates one company', async () => {
    const payload = form()
    await register(payload)
    const token = await tokenFor(payload.person.email)
    const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(token)))
    expect(replies.map((reply) => reply.status).filter((status) => status === 200)).toHaveLength(1)
    const made = await test_.database.db
      .selectFrom('contractors')
      .select('id')
      .where('inn', '=', payload.company.inn)
      .execute()
    expect(made).toHaveLength(1)
  })
})

describe('pending company', () => {
  test('sees no prices and cannot invite users until a manager approves it', async () => {
    const { db } = test_.database
    const warehouse = await buildWarehouse(db, seller.id)
    const product = await buildProduct(db)
    await buildOffer(db, product.id, warehouse.id)
    const { companyId, headers, email } = await registered()
    const article = await db
      .selectFrom('products')
      .select('article')
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    const search = () => send(test_, { url: `/api/v1/search?q=${encodeURIComponent(article.article)}`, headers })
    const closed = await search()
    expect(closed.status).toBe(200)
    expect(closed.text).toContain('"price_kop":null')
    expect(closed.text).not.toMatch(/"price_kop":\d/)
    const me = await send<{ contractors: { status: string }[]; may: object }>(test_, { url: '/api/v1/user', headers })
    expect(me.json.contractors).toMatchObject([{ status: 'pending' }])
    expect(me.json.may).toMatchObject({ see_prices: false, see_settlements: false })

    const invitation = await send(test_, {
      method: 'POST',
      url: '/api/v1/user/admin/user',
      headers,
      payload: {
        full_name: 'Кто-нибудь',
        email: 'somebody@elsewhere.test',
        phone: null,
        roles: ['CONTRACTOR_USER'],
        memberships: [unlimited(companyId)],
      },
    })
    expect(invitation.json['code'], 'nobody is written to in its name').toBe('contractor.pending')

    const approve = (body: object) =>
      send(test_, {
        method: 'POST',
        url: `/api/v1/contractors/${companyId}/approve`,
        headers: { authorization: manager.authorization },
        payload: body,
      })
    const group = await db.selectFrom('price_groups').select('id').executeTakeFirstOrThrow()
    const body = {
      version: 1,
      price_group_id: group.id,
      manager_id: manager.id,
      contract: contractFields(seller.id, { number: 'Д-НОВ', deferment_days: 14, prepayment_percent: 0 }),
    }
    expect(await approve({ ...body, price_group_id: 999_999 })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'price_group_id' }] },
    })
    expect(await approve({ ...body, contract: { ...body.contract, seller_id: 999_999 } })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'contract.seller_id' }] },
    })
    expect((await approve({ ...body, version: 9 })).json['code']).toBe('stale')
    expect((await approve(body)).status).toBe(200)
    expect((await approve(body)).json['code']).toBe('contractor.already_decided')
    expect((await search()).text).toMatch(/"price_kop":\d/)
    expect((await lettersTo(email)).at(-1)?.subject).toBe('Компания подтверждена')
    const contracts = await send<{ results: object[] }>(test_, {
      url: `/api/v1/contractors/${companyId}/contracts`,
      headers,
    })
    expect(contracts.json.results).toMatchObject([{ number: 'Д-НОВ', deferment_days: 14, price_group: null }])
  })

  test('is declined with a reason, corrected and submitted again', async () => {
    const { companyId, headers, email } = await registered()
    const act = (name: string, as: object, payload: object) =>
      send<{ version: number; code?: string }>(test_, {
        method: 'POST',
        url: `/api/v1/contractors/${companyId}/${name}`,
        headers: { ...as },
        payload,
      })
    const staff = { authorization: manager.authorization }
    expect((await act('reapply', headers, { version: 1 })).json.code).toBe('contractor.already_decided')
    const declined = await act('decline', staff, { version: 1, reason: 'Нет в реестре: проверьте КПП' })
    expect(declined.status).toBe(200)
    const letter = (await lettersTo(email)).at(-1)
    expect(letter?.body).toContain('Нет в реестре: проверьте КПП')
    const card = await send<{ declined_reason: string; can: object }>(test_, {
      url: `/api/v1/contractors/${companyId}`,
      headers,
    })
    expect(card.json).toMatchObject({
      declined_reason: 'Нет в реестре: проверьте КПП',
      can: { reapply: true, edit_identity: true },
    })
    const patched = await send<{ version: number }>(test_, {
      method: 'PATCH',
      url: `/api/v1/contractors/${companyId}`,
      headers,
      payload: { version: declined.json.version, kpp: '771401001' },
    })
    expect(patched.status).toBe(200)
    expect((await act('reapply', headers, { version: declined.json.version })).json.code).toBe('stale')
    expect((await act('reapply', headers, { version: patched.json.version })).status).toBe(200)
    const queue = await send<{ results: { id: number }[] }>(test_, {
      url: '/api/v1/contractors?status=pending&page_size=150',
      headers: staff,
    })
    expect(queue.json.results.map((one) => one.id)).toContain(companyId)
  })

  test('of an existing client is dropped, and its applicant joins that client in a given role', async () => {
    const { db } = test_.database
    const { companyId, headers, userId } = await registered()
    const staff = { authorization: manager.authorization }
    const join = (payload: object) =>
      send(test_, { method: 'POST', url: `/api/v1/contractors/${companyId}/join`, headers: staff, payload })
    expect((await join({ version: 1, contractor_id: companyId, role: 'CONTRACTOR_USER' })).status).toBe(404)
    expect((await join({ version: 1, contractor_id: known.id, role: 'CONTRACTOR_USER' })).status).toBe(200)
    const carried = await db
      .selectFrom('consents')
      .select('form')
      .where('contractor_id', '=', known.id)
      .where('user_id', '=', userId)
      .execute()
    expect(carried).toEqual([{ form: 'joined' }, { form: 'joined' }])
    const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
    expect(user).toMatchObject({ roles: ['CONTRACTOR_USER'], current_contractor_id: known.id })
    const me = await send<{ contractors: object[] }>(test_, { url: '/api/v1/user', headers })
    expect(me.json.contractors).toMatchObject([{ id: known.id, status: 'active' }])
  })

  test('of an applicant with other companies joins only in the role they already have', async () => {
    const { db } = test_.database
    const { companyId, userId } = await registered()
    const own = await buildContractor(db, { sellerIds: [seller.id] })
    await db.insertInto('user_contractors').values({ user_id: userId, contractor_id: own.id }).execute()
    const join = (role: string) =>
      send<{ code: string; detail: string }>(test_, {
        method: 'POST',
        url: `/api/v1/contractors/${companyId}/join`,
        headers: { authorization: manager.authorization },
        payload: { version: 1, contractor_id: known.id, role },
      })
    const refused = await join('CONTRACTOR_USER')
    expect(refused.json).toMatchObject({ code: 'contractor.role_elsewhere' })
    expect(refused.json.detail).toMatch(/работает и в других компаниях/)
    const companies = () =>
      db
        .selectFrom('user_contractors')
        .select('contractor_id')
        .where('user_id', '=', userId)
        .orderBy('contractor_id')
        .execute()
    expect((await companies()).map((one) => one.contractor_id)).toEqual([companyId, own.id])
    expect((await join('CONTRACTOR_ADMIN')).status).toBe(200)
    expect((await companies()).map((one) => one.contractor_id)).toEqual([known.id, own.id].toSorted((a, b) => a - b))
  })

  test('keeps the role of an applicant who already works for that client', async () => {
    const { db } = test_.database
    const { companyId, userId } = await registered()
    await db.insertInto('user_contractors').values({ user_id: userId, contractor_id: known.id }).execute()
    const reply = await send(test_, {
      method: 'POST',
      url: `/api/v1/contractors/${companyId}/join`,
      headers: { authorization: manager.authorization },
      payload: { version: 1, contractor_id: known.id, role: 'CONTRACTOR_USER' },
    })
    expect(reply.status).toBe(200)
    const user = await db.selectFrom('users').select('roles').where('id', '=', userId).executeTakeFirstOrThrow()
    expect(user.roles).toEqual(['CONTRACTOR_ADMIN'])
  })

  test('with a duplicate INN and KPP is approved only once under concurrency', async () => {
    const { db } = test_.database
    const inn = newInn()
    const [first, second] = [await registered({ company: { inn } }), await registered({ company: { inn } })]
    const group = await db.selectFrom('price_groups').select('id').executeTakeFirstOrThrow()
    const approve = (id: number) =>
      send(test_, {
        method: 'POST',
        url: `/api/v1/contractors/${id}/approve`,
        headers: { authorization: manager.authorization },
        payload: {
          version: 1,
          price_group_id: group.id,
          manager_id: manager.id,
          contract: contractFields(seller.id),
        },
      })
    const replies = await Promise.all([approve(first.companyId), approve(second.companyId)])
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409])
    expect(replies.find((reply) => reply.status === 409)?.json['code']).toBe('contractor.exists')
  })
})

async function buildCompany() {
  const { db } = test_.database
  seller = await buildSeller(db)
  const user = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Иванова Мария' })
  manager = { ...(await loginAs(test_, user)), ...user }
  const company = await buildContractor(db, { sellerIds: [seller.id] })
  const { inn } = await db
    .selectFrom('contractors')
    .select('inn')
    .where('id', '=', company.id)
    .executeTakeFirstOrThrow()
  const client = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
  known = { id: company.id, inn, email: `${client.login}@example.test` }
}

const newEmail = () => `applicant-${(serial += 1)}@workshop.test`

const form = (overrides: { company?: object; person?: object; accepted?: object; password?: string } = {}) => ({
  password: PASSWORD,
  ...overrides,
  company: companyFields(overrides.company),
  person: { full_name: 'Петров Пётр Петрович', email: newEmail(), phone: '8 (999) 123-45-67', ...overrides.person },
  accepted: { offer_version: 1, personal_data_version: 1, ...overrides.accepted },
})

const register = (payload: object, address = `10.0.${serial % 250}.1`) =>
  send<{ code?: string; errors?: { path: string; message: string }[] }>(test_, {
    method: 'POST',
    url: '/api/v1/registration',
    payload,
    remoteAddress: address,
  })

const confirm = (token: string, password = PASSWORD) =>
  send<{ login: string; company: string; code?: string }>(test_, {
    method: 'POST',
    url: '/api/v1/registration/confirm',
    payload: { token, password },
  })

const lettersTo = async (email: string) =>
  test_.database.db
    .selectFrom('emails')
    .select(['subject', 'body', 'is_secret'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()

async function tokenFor(email: string) {
  const letters = await lettersTo(email)
  return /confirm=([\w-]{43})/.exec(letters.at(-1)?.body ?? '')?.[1] ?? ''
}

async function registered(overrides: Parameters<typeof form>[0] = {}) {
  const payload = form(overrides)
  expect((await register(payload)).status).toBe(201)
  const { email } = payload.person
  expect((await confirm(await tokenFor(email))).status).toBe(200)
  const user = await test_.database.db
    .selectFrom('users')
    .select(['id', 'current_contractor_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const headers = await loginAs(test_, { login: email, password: PASSWORD })
  return { email, userId: user.id, companyId: user.current_contractor_id ?? 0, headers }
}

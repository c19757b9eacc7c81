import { send, type TestApp } from '../testing/test-app.ts'
import { companyFields } from '../testing/companies.ts'

export const REGISTERED_EMAIL = 'registered@example.test'

/** Calls that must not reveal the existence of an account, each from its own network address to avoid rate limits. */
export function anonymousCalls(app: TestApp) {
  let serial = 0
  const post = (url: string, payload: object, headers: object = {}) => {
    serial += 1
    const address = `10.${serial >> 16}.${(serial >> 8) & 255}.${serial & 255}`
    return send(app, { method: 'POST', url, payload, headers: { ...headers, 'x-forwarded-for': address } })
  }
  return {
    post,
    signIn: (login: string) => post('/api/v1/token/pair', { login, password: 'not the password' }),
    reset: (login: string) => post('/api/v1/password/request_reset', { login }),
    register: (email: string, inn: string) =>
      post('/api/v1/registration', {
        company: companyFields({ inn }),
        person: { full_name: 'Любой Человек', email, phone: '+79991234567' },
        password: 'Гайка тридцать два 5',
        accepted: { offer_version: 1, personal_data_version: 1 },
      }),
  }
}

import type { TestApp } from './test-app.ts'
import { send } from './test-app.ts'

/** Cookie jar for the refresh cookie, which makes token calls as a person's tab does. */
export class Browser {
  cookie = ''
  access = ''
  readonly #app: TestApp

  constructor(app: TestApp) {
    this.#app = app
  }

  get headers() {
    return { authorization: `Bearer ${this.access}` }
  }

  async post<T = { code: string }>(url: string, payload?: object, headers: Record<string, string> = {}) {
    const reply = await send<T & { access_token?: string; access_token_impersonate?: string }>(this.#app, {
      method: 'POST',
      url,
      headers: { ...headers, ...(this.cookie && { cookie: `artikul_refresh=${this.cookie}` }) },
      ...(payload && { payload }),
    })
    const set = /artikul_refresh=([^;]*)/.exec(String(reply.headers['set-cookie'] ?? ''))
    if (set) this.cookie = set[1] ?? ''
    return reply
  }

  async signIn(credentials: { login: string; password: string; code?: string }) {
    const { login, password, code } = credentials
    const reply = await this.post('/api/v1/token/pair', { login, password, ...(code && { code }) })
    this.access = reply.json.access_token ?? ''
    return reply
  }

  async refresh() {
    const reply = await this.post('/api/v1/token/refresh')
    this.access = reply.json.access_token ?? this.access
    return reply
  }

  async impersonate(userId: number) {
    const reply = await this.post(`/api/v1/token/impersonate/${userId}/pair`)
    return { ...reply, headers: { authorization: `Bearer ${reply.json.access_token_impersonate ?? ''}` } }
  }

  async get(url: string, headers: Record<string, string> = this.headers) {
    return send(this.#app, { url, headers })
  }
}

import { inject } from 'vitest'
import { PASSWORD } from './browser.ts'

export interface Caller {
  get: <Reply>(path: string) => Promise<Reply>
  post: <Reply>(path: string, body: object) => Promise<Reply>
  patch: <Reply>(path: string, body: object) => Promise<Reply>
}

async function send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<unknown> {
  const reply = await fetch(`${inject('origin')}/api/v1${path}`, {
    method,
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    body: body ? JSON.stringify(body) : null,
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return text === '' ? {} : JSON.parse(text)
}

/** The API as one person sees it, beside the browser. */
export async function callAs(login: string, password = PASSWORD): Promise<Caller> {
  // The shape is the contract's, which the server keeps: it cuts every reply to it.
  const { access_token } = (await send('POST', '/token/pair', {}, { login, password })) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  return {
    get: async <Reply>(path: string) => (await send('GET', path, headers)) as Reply,
    post: async <Reply>(path: string, body: object) => (await send('POST', path, headers, body)) as Reply,
    patch: async <Reply>(path: string, body: object) => (await send('PATCH', path, headers, body)) as Reply,
  }
}

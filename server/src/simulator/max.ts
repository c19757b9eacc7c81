import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'

export const MAX_TOKEN = 'max-simulator'

interface SentMessage {
  userId: string
  text: string
  /** Address of its button. */
  url: string | null
}

export interface MaxSimulator {
  origin: string
  token: string
  server: Server
  messages: SentMessage[]
  /** People who have blocked the bot. */
  blocked: Set<string>
  /** A person opens the bot by a link. */
  start: (userId: number, name: string, payload: string) => void
  stop: (userId: number) => void
}

interface Body {
  text: string
  attachments?: { payload: { buttons: { url: string }[][] } }[]
}

/** Starts a messenger that speaks the protocol of bots of MAX, on this machine only. */
export async function startMax(port = 0): Promise<MaxSimulator> {
  const updates: object[] = []
  const messages: SentMessage[] = []
  const blocked = new Set<string>()
  const update = (type: string, userId: number, name: string, payload: string | null) =>
    updates.push({ update_type: type, chat_id: userId, user: { user_id: userId, first_name: name, name }, payload })
  const start: MaxSimulator['start'] = (userId, name, payload) => void update('bot_started', userId, name, payload)
  const stop: MaxSimulator['stop'] = (userId) => void update('bot_stopped', userId, '', null)

  async function answer(request: IncomingMessage): Promise<[status: number, body: object]> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://simulator')
    const userId = query.get('user_id') ?? ''
    if (pathname === '/control/start') {
      start(Number(userId), query.get('name') ?? 'Иван Петров', query.get('payload') ?? '')
      return [200, {}]
    }
    if (pathname === '/control/messages') return [200, { messages }]
    if (request.headers.authorization !== MAX_TOKEN) return [401, { code: 'verify.token' }]
    if (pathname === '/updates') {
      const from = Number(query.get('marker') ?? 0)
      return [200, { updates: updates.slice(from), marker: updates.length }]
    }
    if (request.method !== 'POST' || pathname !== '/messages') return [404, { code: 'not.found' }]
    if (blocked.has(userId)) return [403, { code: 'chat.denied' }]
    const { text, attachments } = JSON.parse(await textOf(request)) as Body
    messages.push({ userId, text, url: attachments?.[0]?.payload.buttons[0]?.[0]?.url ?? null })
    return [200, { message: {} }]
  }
  const reply = (response: ServerResponse, [status, body]: [number, object]) =>
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
  const server = createServer((request, response) => {
    answer(request).then(
      (result) => reply(response, result),
      () => reply(response, [400, { code: 'proto.payload' }]),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, token: MAX_TOKEN, server, messages, blocked, start, stop }
}

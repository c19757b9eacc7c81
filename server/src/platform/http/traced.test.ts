import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog } from '../telemetry/log.ts'
import { createHttp } from './index.ts'

let lines: Record<string, unknown>[] = []
let app: FastifyInstance
let origin: string

beforeAll(startServer)
afterAll(() => app.close())

test('log lines of a request carry its id and trace, with or without a body', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(200_000) })
  const withBody = { method: 'POST', body, headers: { 'content-type': 'application/json', traceparent } }
  for (const options of [{ headers: { traceparent } }, withBody]) {
    const { requestId, line } = await ask('/inside', options)
    expect(line).toMatchObject({ msg: 'inside', request_id: requestId, trace_id: THEIRS })
  }
  const own = await ask('/inside', { headers: { traceparent: 'nonsense' } })
  expect(own.line).toMatchObject({ request_id: own.requestId, trace_id: own.requestId?.replaceAll('-', '') })
})

test('failed request is logged under the id shown to the user', async () => {
  const { requestId, line } = await ask('/broken', { headers: { traceparent } })
  expect(line).toMatchObject({ msg: 'request failed', request_id: requestId, trace_id: THEIRS })
  expect(Object.keys(line ?? {})).not.toContain('reqId')
})

test('log lines of concurrent requests are not mixed up', async () => {
  lines = []
  const replies = await Promise.all(Array.from({ length: 50 }, () => fetch(`${origin}/inside`)))
  const requestIds = replies.map(({ headers }) => headers.get('x-request-id'))
  expect(lines.map((line) => line['request_id']).toSorted()).toEqual(requestIds.toSorted())
})

async function startServer() {
  const log = createLog('debug', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  app = await createHttp(readConfig({ NODE_ENV: 'test' }, '.'), log, { authenticate: async () => null })
  const handler = async () => {
    await delay(1)
    log.warn('inside')
    return {}
  }
  app.route({ method: ['GET', 'POST'], url: '/inside', config: { access: 'public' }, handler })
  app.get('/broken', { config: { access: 'public' } }, () => Promise.reject(new Error('broken')))
  origin = await app.listen({ port: 0 })
}

const THEIRS = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${THEIRS}-00f067aa0ba902b7-01`

const ask = async (path: string, options: RequestInit = {}) => {
  lines = []
  const reply = await fetch(`${origin}${path}`, options)
  return { requestId: reply.headers.get('x-request-id'), line: lines[0] }
}

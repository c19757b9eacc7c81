import { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { inNewTrace, inTrace, traceFields, traceHeader } from './trace.ts'

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const OWN = ID.replaceAll('-', '')
const THEIRS = '4bf92f3577b34da6a3ce929d0e0e4736'
const STEP = '00f067aa0ba902b7'
const fieldsOf = (traceparent?: string) => traceFields({ id: ID, isRequest: true, traceparent })
const headerOf = (traceparent?: string) => inTrace({ id: ID, isRequest: true, traceparent }, traceHeader)

describe('trace header is replaced by an own trace id', () => {
  test.each([
    ['nothing', undefined],
    ['an empty header', ''],
    ['capitals', `00-${THEIRS.toUpperCase()}-${STEP}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${STEP}-01`],
    ['a step of zeros', `00-${THEIRS}-${'0'.repeat(16)}-01`],
    ['a number too short', `00-${THEIRS.slice(1)}-${STEP}-01`],
    ['a version that there is not', `ff-${THEIRS}-${STEP}-01`],
    ['a version that is not known', `01-${THEIRS}-${STEP}-01`],
    ['something behind it', `00-${THEIRS}-${STEP}-01-more`],
    ['a line break', `00-${THEIRS}-${STEP}-01\n`],
    ['two headers, which Node writes as one', `00-${THEIRS}-${STEP}-01, 00-${OWN}-${STEP}-01`],
  ])('given %s', (_, traceparent) => {
    expect(fieldsOf(traceparent)).toEqual({ request_id: ID, trace_id: OWN })
    expect(headerOf(traceparent)).toMatch(new RegExp(`^00-${OWN}-[0-9a-f]{16}-00$`))
  })
})

test('valid trace header is kept and passed on with an own span id', () => {
  const came = `00-${THEIRS}-${STEP}-01`
  expect(fieldsOf(came)).toEqual({ request_id: ID, trace_id: THEIRS })
  const outgoing = headerOf(came)
  expect(outgoing).toMatch(new RegExp(`^00-${THEIRS}-[0-9a-f]{16}-01$`))
  expect(outgoing).not.toContain(STEP)
  expect(headerOf(came)).not.toBe(outgoing)
  // Only the sampling flag is forwarded.
  expect(headerOf(`00-${THEIRS}-${STEP}-fe`)).toMatch(/-00$/)
})

test('log lines carry the trace of their request or job, and none outside', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog(
    'info',
    new Writable({
      write: (chunk: Buffer, _, done) => {
        lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
        done()
      },
    }),
  )
  log.info('nobody')
  await inTrace({ id: ID, isRequest: true }, async () => {
    await delay(1)
    log.info('a request')
    inNewTrace(() => log.info('work of its own'))
  })
  expect(lines[0]).not.toHaveProperty('trace_id')
  expect(lines[1]).toMatchObject({ msg: 'a request', request_id: ID, trace_id: OWN })
  expect(lines[2]).not.toHaveProperty('request_id')
  expect(lines[2]?.['trace_id']).toMatch(/^[0-9a-f]{32}$/)
  expect(lines[2]?.['trace_id']).not.toBe(OWN)
})

test('library log lines contain no URLs, cookies or database error details', () => {
  let logged = ''
  const log = createLog('info', { write: (line) => (logged += line) })
  log.info({ req: { method: 'GET', url: '/api/v1/search?q=canary', headers: { cookie: 'canary' } } }, 'a request')
  log.error(
    { err: Object.assign(new Error('canary'), { severity: 'ERROR', detail: 'canary', code: '23514' }) },
    'a row',
  )
  expect(logged).toContain('23514')
  expect(logged).not.toContain('canary')
})

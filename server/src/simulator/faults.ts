import type { ServerResponse } from 'node:http'
import { createGzip, gzipSync } from 'node:zlib'

const MB = 1024 * 1024
const GB_IN_MB = 1024
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

async function pour(to: NodeJS.WritableStream, chunk: Buffer, times: number) {
  for (let left = times; left > 0; left -= 1)
    if (!to.write(chunk)) {
      const isOver = await new Promise<boolean>((resolve) => {
        to.once('drain', () => resolve(false))
        to.once('close', () => resolve(true))
      })
      if (isOver) return
    }
  to.end()
}

/** Simulated failures, each answered instead of the request. */
export const FAULTS = {
  error: (reply: ServerResponse) => reply.writeHead(500, JSON_TYPE).end('{"errorCode":13,"errorMessage":"Unknown"}'),
  hang: () => undefined,
  drip: (reply: ServerResponse) => {
    reply.writeHead(200, JSON_TYPE)
    const timer = setInterval(() => reply.write(' '), 1000)
    reply.on('close', () => clearInterval(timer))
  },
  huge: (reply: ServerResponse) => {
    reply.writeHead(200, JSON_TYPE)
    void pour(reply, Buffer.alloc(MB, ' '), GB_IN_MB)
  },
  bomb: (reply: ServerResponse) => {
    reply.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' })
    const packed = createGzip()
    packed.pipe(reply)
    void pour(packed, Buffer.alloc(MB, ' '), GB_IN_MB)
  },
  charset: (reply: ServerResponse) => reply.writeHead(200, JSON_TYPE).end(Buffer.from('[{"brand":"Ãœé"}]', 'latin1')),
  broken: (reply: ServerResponse) => reply.writeHead(200, JSON_TYPE).end('[{"brand":"BOSCH","number":'),
  html: (reply: ServerResponse) =>
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><h1>Сайт закрыт</h1>'),
  redirect: (reply: ServerResponse) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  many: (reply: ServerResponse) => {
    const offer = {
      brand: 'BOSCH',
      description: 'Фильтр',
      availability: 3,
      deliveryPeriod: 24,
      supplierCode: 1,
      price: 10,
    }
    const offers = Array.from({ length: 30_000 }, (_, at) => ({ ...offer, number: `M${at}`, itemKey: `k${at}` }))
    reply.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(offers)))
  },
} satisfies Record<string, (reply: ServerResponse) => unknown>
export type Fault = keyof typeof FAULTS

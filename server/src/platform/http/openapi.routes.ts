import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, createGunzip, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { ReadPortal } from '../portal/portal.ts'
import { openApi } from './openapi.ts'
import { answerNotFound } from './problems.ts'

const packGzip = promisify(gzip)
const packBrotli = promisify(brotliCompress)
/** The default of eleven takes seconds for a tenth less. */
const BROTLI_QUALITY = 6

type Encoding = 'br' | 'gzip'

interface Built {
  etag: string
  bodies: Record<Encoding, Buffer>
}

async function build(...args: Parameters<typeof openApi>): Promise<Built> {
  const json = Buffer.from(JSON.stringify(await openApi(...args)))
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  const [br, zipped] = await Promise.all([packBrotli(json, { params }), packGzip(json)])
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`
  return { etag, bodies: { br, gzip: zipped } }
}

const encodingFor = (accepted: string): Encoding | undefined =>
  /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined

/** Decompresses megabytes in pieces: at once, a few such answers would block every other request. */
function decompress(body: Buffer) {
  const stream = createGunzip()
  stream.end(body)
  return stream
}

/**
 * Serves `/api/openapi.json`, which takes half a second and megabytes, so it is built once for the name of the portal and
 * stored compressed.
 */
export function openApiRoute(app: FastifyInstance, api: Parameters<typeof openApi>[0], readPortal: ReadPortal) {
  let built: { title: string; document: Promise<Built> } | undefined
  app.get('/api/openapi.json', { config: { access: 'public' } }, async (request, reply) => {
    const { name: title, hiddenPages } = await readPortal()
    if (hiddenPages.includes('api')) return answerNotFound(reply)
    if (built?.title !== title) built = { title, document: build(api, title) }
    const { etag, bodies } = await built.document
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '')
    reply.type('application/json; charset=utf-8')
    if (!encoding) return reply.send(decompress(bodies.gzip))
    return reply.header('content-encoding', encoding).send(bodies[encoding])
  })
}

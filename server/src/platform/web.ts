import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { StartError } from './config.ts'
import { answerNotFound } from './http/index.ts'

interface WebOptions {
  root: string | undefined
  productName: string
}

const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const belongsToServer = (path: string) => /^\/(api\/v1(\/|$)|api\/openapi\.json$|health\/|assets\/)/.test(path)

/** The built web on the same origin: its files as they are, every other path outside the API gets the page. */
export async function serveWeb(app: FastifyInstance, { root, productName }: WebOptions) {
  if (root === undefined) {
    app.setNotFoundHandler((_, reply) => answerNotFound(reply))
    return
  }
  const html = await readFile(join(root, 'index.html'), 'utf8').catch(() => {
    throw new StartError(`Веб-часть не собрана (${root}): выполните npm run build.`)
  })
  const page = html.replace(
    /(<meta name="product-name" content=")[^"]*"/,
    (_, start: string) => `${start}${escapeAttribute(productName)}"`,
  )
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true })
  app.get('/*', { config: { access: 'public' }, helmet: {} }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (/^\/(assets\/[\w.-]+|[\w-]+\.(js|svg|png|ico|txt|webmanifest))$/.test(path)) {
      const isHashed = path.startsWith('/assets/')
      return reply.sendFile(path.slice(1), { maxAge: isHashed ? '365d' : '1h', immutable: isHashed })
    }
    if (belongsToServer(path)) return answerNotFound(reply)
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
  app.setNotFoundHandler((_, reply) => answerNotFound(reply))
}

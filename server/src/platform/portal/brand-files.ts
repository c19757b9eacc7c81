import { createHash } from 'node:crypto'
import { brandStyles, deriveBrand, type HexColor } from '@artikul/contract/platform/brand-colors'
import { BrandColor } from '@artikul/contract/platform/portal-settings'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { answerNotFound } from '../http/index.ts'

/** Style sheet and icon of a colour. */
interface BrandFile {
  type: string
  text: string
  /** Hash of the text: another version of the portal may derive other colours. */
  version: string
}

const TYPES = { css: 'text/css', svg: 'image/svg+xml' } as const
type Kind = keyof typeof TYPES

/** The mark of `web/public/favicon.svg`. */
const MARK = 'M10.6 3h13.1a2 2 0 0 1 2 2.4l-4.4 22a2 2 0 0 1-2 1.6H6.3a2 2 0 0 1-2-2.4l4.4-22A2 2 0 0 1 10.6 3z'
const iconOf = (color: HexColor) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${deriveBrand(color, 'light').primary}" d="${MARK}"/></svg>`

/** Anyone may ask for any colour; few are asked for. */
const built = new LRUCache<string, BrandFile>({ max: 20 })

function buildFile(color: HexColor, kind: Kind): BrandFile {
  const key = `${color}.${kind}`
  const known = built.get(key)
  if (known) return known
  const text = kind === 'css' ? brandStyles(color) : iconOf(color)
  const version = createHash('sha256').update(text).digest('hex').slice(0, 8)
  const file = { type: `${TYPES[kind]}; charset=utf-8`, text, version }
  built.set(key, file)
  return file
}

export const brandPath = (color: HexColor, kind: Kind) => `/brand/${color.slice(1)}.${kind}`

/** Address of a file of the colour, which changes with its content: no server answers it with another colour. */
export const brandUrl = (color: HexColor, kind: Kind) => `${brandPath(color, kind)}?v=${buildFile(color, kind).version}`

/** Serves style sheets and icons of colours. They depend on the address alone, so every server answers alike. */
export function serveBrandFiles(app: FastifyInstance) {
  app.get<{ Params: { file: string }; Querystring: { v?: string } }>(
    '/brand/:file',
    { config: { access: 'public' } },
    (request, reply) => {
      const [, digits = '', kind] = /^([\da-f]{6})\.(css|svg)$/.exec(request.params.file) ?? []
      const color = BrandColor.safeParse(`#${digits}`)
      if (!color.success) return answerNotFound(reply)
      const file = buildFile(color.data, kind as Kind) // the expression names both
      const isForever = request.query.v === file.version
      return reply
        .header('cache-control', isForever ? 'public, max-age=31536000, immutable' : 'no-cache')
        .header('x-content-type-options', 'nosniff')
        .type(file.type)
        .send(file.text)
    },
  )
}

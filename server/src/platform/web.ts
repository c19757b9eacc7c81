import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  documentTitle,
  headTags,
  MISSING_PAGE,
  portalPageOf,
  type HeadTag,
  type PageHead,
  type Site,
} from '@artikul/contract/site/page-head'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StartError, type Config } from './config.ts'
import { answerNotFound } from './http/index.ts'
import { isSignedIn, readPageScripts } from './page-scripts.ts'
import { brandPath, brandUrl, serveBrandFiles, type Portal, type ReadPortal } from './portal/index.ts'

interface WebOptions {
  root: string | undefined
  config: Pick<Config, 'PUBLIC_ORIGIN' | 'MAP_KEY' | 'MAP_ORIGIN' | 'isProduction'>
  readPortal: ReadPortal
  /** Returns the metadata of a path's page; null when its first answer needs none. */
  headOf: (path: string, site: Site) => Promise<PageHead | null>
}

/** Name and address of the portal: the configured address, else that of the request. */
export const siteFor =
  ({ PUBLIC_ORIGIN }: Pick<Config, 'PUBLIC_ORIGIN'>, readPortal: ReadPortal) =>
  async ({ protocol, host }: { protocol: string; host: string }): Promise<Site> => {
    const { name, hiddenPages } = await readPortal()
    const origin = PUBLIC_ORIGIN === undefined ? `${protocol}://${host}` : new URL(PUBLIC_ORIGIN).origin
    return { productName: name, origin, hiddenPages }
  }

const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function tagText({ tag, attributes, text }: HeadTag): string {
  const attributeTexts = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  // Marks the tags that the web application updates on navigation.
  const open = `<${tag}${attributeTexts.join('')} data-page-meta="">`
  // Data is never executed, so the content policy permits it.
  return tag === 'script' ? `${open}${text ?? ''}</script>` : open
}

/** Inserts the metadata into the page, for clients that do not run it. */
const withHead = (html: string, head: PageHead, site: Site) =>
  html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeAttribute(documentTitle(head, site))}</title>`)
    .replace('</head>', () => `${headTags(head, site).map(tagText).join('')}</head>`)

/** The camera reads barcodes; other device features are disabled. */
const DEVICE_POLICY = 'camera=(self), microphone=(), geolocation=()'

const belongsToServer = (path: string) => /^\/(api\/v1(\/|$)|api\/openapi\.json$|health\/|assets\/|brand\/)/.test(path)

/** Reads a built page. */
const readPage = (root: string, file: string): Promise<string> =>
  readFile(join(root, file), 'utf8').catch(() => {
    throw new StartError(`Веб-часть не собрана (${root}): выполните npm run build.`)
  })

/** Writes the settings into the meta tags of a page, because inline scripts are forbidden. */
const withSettings = (html: string, settings: Record<string, string>) =>
  html.replace(/<meta name="([\w-]+)" content="[^"]*"/g, (tag, name: string) => {
    const value = settings[name]
    return value === undefined ? tag : `<meta name="${name}" content="${escapeAttribute(value)}"`
  })

/** @param urlOf address of a file of the colour */
function withPortal(html: string, { name, color, hiddenPages, logo }: Portal, urlOf: typeof brandUrl): string {
  const named = withSettings(html, {
    'product-name': name,
    'hidden-pages': hiddenPages.join(' '),
    'portal-logo': logo ?? '',
  })
  if (color === null) return named
  // After the portal's own style sheet, whose colours it replaces; like that one, it holds the first paint back.
  return named
    .replace('</head>', () => `<link rel="stylesheet" href="${urlOf(color, 'css')}" data-brand=""></head>`)
    .replace(/(<link rel="icon" href=")[^"]*/, (_, tag: string) => tag + urlOf(color, 'svg'))
}

/** Derives a text from the settings, again only after they have changed. */
function followPortal(readPortal: ReadPortal, build: (portal: Portal) => string) {
  let built: { key: string; text: string } | undefined
  return async (): Promise<string> => {
    const portal = await readPortal()
    const key = JSON.stringify(portal)
    if (built?.key !== key) built = { key, text: build(portal) }
    return built.text
  }
}

const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  frameSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** The decoder of barcodes is WebAssembly: its worker may compile it, the portal's page may not. */
const BARCODE_WORKER = /^\/assets\/barcode-worker-[\w-]+\.js$/
const BARCODE_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** Permissions of the map vendor's script, none of which apply to the portal's own page. */
const mapFramePolicy = (origin: string) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", origin, 'https://yastatic.net', 'https://*.maps.yandex.net', "'unsafe-eval'"],
  styleSrc: ["'self'", "'unsafe-inline'", 'blob:'],
  imgSrc: [
    "'self'",
    'data:',
    'blob:',
    origin,
    'https://*.maps.yandex.net',
    'https://yandex.ru',
    'https://yastatic.net',
  ],
  fontSrc: ["'self'", 'data:', 'https://yastatic.net'],
  connectSrc: ["'self'", origin, 'https://*.maps.yandex.net', 'https://yandex.ru', 'https://yastatic.net'],
  workerSrc: ["'self'", 'blob:'],
  childSrc: ['blob:'],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'self'"],
})

/** Serves the map's separate page, which only the portal may frame. */
async function serveMapFrame(app: FastifyInstance, root: string, { config, readPortal }: PageOptions) {
  const { MAP_KEY = '', MAP_ORIGIN } = config
  const html = withSettings(await readPage(root, 'map-frame.html'), { 'map-origin': MAP_ORIGIN, 'map-key': MAP_KEY })
  const page = followPortal(readPortal, (portal) => withPortal(html, portal, brandUrl))
  const ownHeaders = {
    contentSecurityPolicy: { useDefaults: false, directives: mapFramePolicy(MAP_ORIGIN) },
    xFrameOptions: { action: 'sameorigin' as const },
    // The key is bound to the site's address, which the vendor reads from Referer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  }
  app.get('/map-frame', { config: { access: 'public' }, helmet: ownHeaders }, async (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await page()),
  )
}

/** Pictures of the mark; those of a chosen colour are drawn at any size. */
const iconsOf = (color: Portal['color']) =>
  color === null
    ? [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ]
    : [{ src: brandUrl(color, 'svg'), sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]

/** Manifest of the installed app, with the portal's name and the home page as its start. */
const manifestOf = ({ name, color }: Portal) => ({
  id: '/',
  name,
  short_name: name,
  description: 'Оптовый портал автозапчастей: поиск по артикулу, свои цены, сроки, заказы и счета',
  lang: 'ru',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // The page itself sets the colour of the dark theme (`theme-color`).
  theme_color: '#ffffff',
  background_color: '#ffffff',
  icons: iconsOf(color),
  shortcuts: [
    { name: 'Поиск запчастей', url: '/catalog' },
    { name: 'Заказ по списку', url: '/search-by-document' },
    { name: 'Заказы', url: '/orders' },
  ],
})

function serveManifest(app: FastifyInstance, readPortal: ReadPortal) {
  const manifest = followPortal(readPortal, (portal) => JSON.stringify(manifestOf(portal)))
  app.get('/manifest.webmanifest', { config: { access: 'public' } }, async (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(await manifest()),
  )
}

/** Address by which the service worker keeps a file of the offline page (`web/src/offline/serve-offline.ts`). */
const OFFLINE_MARK = '?offline'

/** Makes the service worker fetch the offline page anew when its name or colour has changed. */
function workerOf(script: string, { name, color }: Portal): string {
  const files = color === null ? [] : (['css', 'svg'] as const).map((kind) => brandPath(color, kind))
  const look = createHash('sha256').update(JSON.stringify({ name, files })).digest('hex').slice(0, 8)
  return script
    .replace(/"box":"offline-\w+/, (box) => `${box}-${look}`)
    .replace('"files":["/offline.html"', (start) => [start, ...files.map((path) => JSON.stringify(path))].join(','))
}

/** Serves the page that browsers store for use without a connection. */
async function serveOffline(app: FastifyInstance, root: string, readPortal: ReadPortal) {
  const [html, script] = await Promise.all([
    readPage(root, 'offline.html'),
    readFile(join(root, 'sw.js'), 'utf8').catch(() => ''),
  ])
  const page = followPortal(readPortal, (portal) =>
    withPortal(html, portal, (color, kind) => brandPath(color, kind) + OFFLINE_MARK),
  )
  const worker = followPortal(readPortal, (portal) => workerOf(script, portal))
  app.get('/offline.html', { config: { access: 'public' } }, async (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await page()),
  )
  app.get('/sw.js', { config: { access: 'public' } }, async (_, reply) => {
    reply.header('cache-control', 'no-cache')
    if ((await readPortal()).version === 0) return reply.sendFile('sw.js', { cacheControl: false })
    return reply.type('application/javascript; charset=utf-8').send(await worker())
  })
}

/**
 * Serves the built web application on the same origin: its files, and the page for every other path outside the API.
 */
export async function serveWeb(app: FastifyInstance, { root, ...options }: WebOptions) {
  if (root !== undefined) await app.register((pages) => servePages(pages, root, options))
  app.setNotFoundHandler((_, reply) => answerNotFound(reply))
}

type PageOptions = Omit<WebOptions, 'root'>

/** Creates the answer with the page of a path outside the API; a hidden one is not found. */
async function createPageAnswer(root: string, { config, readPortal, headOf }: PageOptions) {
  const siteOf = siteFor(config, readPortal)
  const html = await readPage(root, 'index.html')
  const page = followPortal(readPortal, (portal) => withPortal(html, portal, brandUrl))
  const scriptsOf = await readPageScripts(root)
  return async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const { cookie } = request.headers
    const [site, shown] = await Promise.all([siteOf(request), page()])
    const portalPage = portalPageOf(path)
    const isHidden = portalPage !== null && site.hiddenPages.includes(portalPage)
    if (isHidden && portalPage === 'home' && !isSignedIn(cookie)) return reply.redirect('/login')
    const isMissing = isHidden && portalPage !== 'home'
    const head = isMissing ? MISSING_PAGE : await headOf(path, site)
    const text = shown.replace('</head>', () => `${scriptsOf(path, cookie)}</head>`)
    return reply
      .code(isMissing ? 404 : 200)
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .header('permissions-policy', DEVICE_POLICY)
      .type('text/html; charset=utf-8')
      .send(head ? withHead(text, head, site) : text)
  }
}

async function servePages(app: FastifyInstance, root: string, options: PageOptions) {
  const { config, readPortal } = options
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    strictTransportSecurity: config.isProduction ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
    // Addresses of emailed links contain secrets.
    referrerPolicy: { policy: 'no-referrer' },
  })
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true })
  await serveMapFrame(app, root, options)
  serveManifest(app, readPortal)
  serveBrandFiles(app)
  await serveOffline(app, root, readPortal)
  const answerPage = await createPageAnswer(root, options)
  app.get('/*', { config: { access: 'public' } }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (/^\/(assets\/[\w.-]+|[\w-]+\.(js|svg|png|ico|txt))$/.test(path)) {
      const isHashed = path.startsWith('/assets/')
      if (BARCODE_WORKER.test(path)) void reply.header('content-security-policy', BARCODE_WORKER_POLICY)
      return reply.sendFile(path.slice(1), { maxAge: isHashed ? '365d' : '1h', immutable: isHashed })
    }
    if (belongsToServer(path)) return answerNotFound(reply)
    return answerPage(path, request, reply)
  })
}

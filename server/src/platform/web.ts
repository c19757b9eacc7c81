import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentTitle, headTags, type HeadTag, type PageHead, type Site } from '@artikul/contract/site/page-head'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { StartError, type Config } from './config.ts'
import { answerNotFound } from './http/index.ts'
import { readPageScripts } from './page-scripts.ts'

interface WebOptions {
  root: string | undefined
  config: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_ORIGIN' | 'MAP_KEY' | 'MAP_ORIGIN' | 'isProduction'>
  /** Returns the metadata of a path's page; null when its first answer needs none. */
  headOf: (path: string, site: Site) => Promise<PageHead | null>
}

/** Name and address of the portal: the configured one, else that of the request. */
export const siteFor =
  ({ PRODUCT_NAME: productName, PUBLIC_ORIGIN }: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_ORIGIN'>) =>
  ({ protocol, host }: { protocol: string; host: string }): Site => ({
    productName,
    origin: PUBLIC_ORIGIN === undefined ? `${protocol}://${host}` : new URL(PUBLIC_ORIGIN).origin,
  })

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

const belongsToServer = (path: string) => /^\/(api\/v1(\/|$)|api\/openapi\.json$|health\/|assets\/)/.test(path)

/** Reads a built page and adds the settings as meta tags, because inline scripts are forbidden. */
async function readPage(root: string, file: string, settings: Record<string, string>): Promise<string> {
  const html = await readFile(join(root, file), 'utf8').catch(() => {
    throw new StartError(`Веб-часть не собрана (${root}): выполните npm run build.`)
  })
  return html.replace(/<meta name="([\w-]+)" content="[^"]*"/g, (tag, name: string) => {
    const value = settings[name]
    return value === undefined ? tag : `<meta name="${name}" content="${escapeAttribute(value)}"`
  })
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
async function serveMapFrame(app: FastifyInstance, root: string, { MAP_KEY = '', MAP_ORIGIN }: WebOptions['config']) {
  const page = await readPage(root, 'map-frame.html', { 'map-origin': MAP_ORIGIN, 'map-key': MAP_KEY })
  const ownHeaders = {
    contentSecurityPolicy: { useDefaults: false, directives: mapFramePolicy(MAP_ORIGIN) },
    xFrameOptions: { action: 'sameorigin' as const },
    // The key is bound to the site's address, which the vendor reads from Referer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  }
  app.get('/map-frame', { config: { access: 'public' }, helmet: ownHeaders }, (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  )
}

/** Manifest of the installed app, with the configured name and the home page as its start. */
const manifestOf = (name: string) => ({
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
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Поиск запчастей', url: '/catalog' },
    { name: 'Заказ по списку', url: '/search-by-document' },
    { name: 'Заказы', url: '/orders' },
  ],
})

function serveManifest(app: FastifyInstance, { PRODUCT_NAME }: WebOptions['config']) {
  const manifest = JSON.stringify(manifestOf(PRODUCT_NAME))
  app.get('/manifest.webmanifest', { config: { access: 'public' } }, (_, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8').send(manifest),
  )
}

/** Serves the page that browsers store for use without a connection. */
async function serveOffline(app: FastifyInstance, root: string, { PRODUCT_NAME }: WebOptions['config']) {
  const page = await readPage(root, 'offline.html', { 'product-name': PRODUCT_NAME })
  app.get('/offline.html', { config: { access: 'public' } }, (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  )
  app.get('/sw.js', { config: { access: 'public' } }, (_, reply) =>
    reply.header('cache-control', 'no-cache').sendFile('sw.js', { cacheControl: false }),
  )
}

/**
 * Serves the built web application on the same origin: its files, and the page for every other path outside the API.
 */
export async function serveWeb(app: FastifyInstance, { root, ...options }: WebOptions) {
  if (root !== undefined) await app.register((pages) => servePages(pages, root, options))
  app.setNotFoundHandler((_, reply) => answerNotFound(reply))
}

async function servePages(app: FastifyInstance, root: string, { config, headOf }: Omit<WebOptions, 'root'>) {
  const siteOf = siteFor(config)
  const page = await readPage(root, 'index.html', { 'product-name': config.PRODUCT_NAME })
  const scriptsOf = await readPageScripts(root)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    strictTransportSecurity: config.isProduction ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
    // Addresses of emailed links contain secrets.
    referrerPolicy: { policy: 'no-referrer' },
  })
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true })
  await serveMapFrame(app, root, config)
  serveManifest(app, config)
  await serveOffline(app, root, config)
  app.get('/*', { config: { access: 'public' } }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (/^\/(assets\/[\w.-]+|[\w-]+\.(js|svg|png|ico|txt))$/.test(path)) {
      const isHashed = path.startsWith('/assets/')
      if (BARCODE_WORKER.test(path)) void reply.header('content-security-policy', BARCODE_WORKER_POLICY)
      return reply.sendFile(path.slice(1), { maxAge: isHashed ? '365d' : '1h', immutable: isHashed })
    }
    if (belongsToServer(path)) return answerNotFound(reply)
    const site = siteOf(request)
    const head = await headOf(path, site)
    const html = page.replace('</head>', () => `${scriptsOf(path, request.headers.cookie)}</head>`)
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .header('permissions-policy', DEVICE_POLICY)
      .type('text/html; charset=utf-8')
      .send(head ? withHead(html, head, site) : html)
  })
}

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin, type Rolldown } from 'vite'
import { bareContract } from './bare-contract.ts'
import { CHUNK_GROUPS, SESSION } from './chunk-groups.ts'
import { pageChunks } from './page-chunks.ts'
import { serveOffline } from './src/offline/serve-offline.ts'
import { applySavedTheme, parseWithoutEval } from './src/app/theme-script.ts'

const API = 'http://127.0.0.1:3000'

/** The map's page: its policy differs from the portal's, so it is another document. */
const MAP_FRAME = '/map-frame.html'

/** Shown when the server cannot be reached: it stands on nothing that the portal loads. */
const OFFLINE = '/offline.html'

/** Writes `.br` beside every text asset worth it, so that the server never compresses at run time. */
function brotliSiblings(): Plugin {
  return {
    name: 'brotli-siblings',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!/\.(js|css|html|svg|json|txt)$/.test(fileName)) continue
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (source.length < 1024) continue
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(source, { params }) })
        }
      },
    },
  }
}

/** A schema can describe itself as JSON Schema: the server's OpenAPI asks for that, a browser never. */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    async load(id) {
      if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null
      const names = Object.keys((await import(id)) as object)
      return names.map((name) => `export const ${name} = () => undefined`).join('\n')
    },
  }
}

function themeScript(): Plugin {
  const source = [applySavedTheme, parseWithoutEval].map((act) => `(${act.toString()})()`).join(';')
  return {
    name: 'theme-script',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'theme.js', source })
    },
    configureServer(server) {
      server.middlewares.use('/theme.js', (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript')
        response.end(source)
      })
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: '/theme.js' }, injectTo: 'head-prepend' }],
  }
}

/** The two subsets every screen needs; the file names carry a hash, so the tags are made at build time. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        if (context.path.endsWith(MAP_FRAME)) return []
        return Object.keys(context.bundle ?? {})
          .filter((name) => /golos-text-(cyrillic|latin)-wght.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}

/** Requests the session before React and the frame are loaded: its script runs as soon as it arrives. */
function beginSession(): Plugin {
  return {
    name: 'begin-session',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle = {} }) {
        if (path !== '/index.html') return []
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === SESSION)
        if (!chunk) throw new Error('The session has no script of its own.')
        const attrs = { type: 'module', crossorigin: '', src: `/${chunk.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** In development the map's page stands where the server will serve it, with the same settings in its meta tags. */
function mapFrame(): Plugin {
  const settings: Record<string, string | undefined> = {}
  return {
    name: 'map-frame',
    apply: 'serve',
    configResolved({ mode, root }) {
      const env = loadEnv(mode, join(root, '..'), 'MAP_')
      Object.assign(settings, { 'map-key': env['MAP_KEY'], 'map-origin': env['MAP_ORIGIN'] })
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url === '/map-frame') request.url = MAP_FRAME
        next()
      })
    },
    transformIndexHtml: (html) =>
      html.replace(/<meta name="(map-\w+)" content="[^"]*"/g, (tag, name: string) =>
        settings[name] ? `<meta name="${name}" content="${encodeURI(settings[name])}"` : tag,
      ),
  }
}

type Bundle = Rolldown.OutputBundle
const textOf = (file: Bundle[string] | undefined) =>
  file?.type === 'asset' ? Buffer.from(file.source).toString() : (file?.code ?? '')

/** The offline page asks for its files by a mark, so that the service worker meets no request of the portal itself. */
const MARKED = /(?<=["'(])\/(assets\/[\w.-]+|theme\.js|favicon\.svg)(?=["')])/g
function markFiles(bundle: Bundle, name: string): string[] {
  const file = bundle[name]
  const text = textOf(file)
  if (file?.type === 'asset') file.source = text.replace(MARKED, (path) => `${path}?offline`)
  return text.match(MARKED) ?? []
}

/** `/sw.js`: it keeps the offline page, with whatever that page asks for. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const ofPage = markFiles(bundle, OFFLINE.slice(1))
        const ofStyles = ofPage
          .filter((path) => path.endsWith('.css'))
          .flatMap((path) => markFiles(bundle, path.slice(1)))
        const files = [OFFLINE, ...new Set([...ofPage, ...ofStyles])]
        for (const path of ofPage) {
          const file = bundle[path.slice(1)]
          if (file?.type === 'chunk' && file.imports.length > 0)
            this.error(`The offline page must be one script, and ${path} imports ${file.imports.join(', ')}.`)
        }
        const hash = createHash('sha256').update(textOf(bundle[OFFLINE.slice(1)]))
        for (const path of files)
          hash.update(path).update(path.startsWith('/assets/') ? '' : textOf(bundle[path.slice(1)]))
        const kept = { box: `offline-${hash.digest('hex').slice(0, 12)}`, files }
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: `(${serveOffline.toString()})(${JSON.stringify(kept)})`,
        })
      },
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    withoutJsonSchema(),
    bareContract(),
    beginSession(),
    themeScript(),
    mapFrame(),
    preloadFonts(),
    pageChunks(),
    serviceWorker(),
    brotliSiblings(),
  ],
  server: { port: 5173, proxy: { '/api/v1': API, '/api/openapi.json': API, '/news/rss.xml': API } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', MAP_FRAME, OFFLINE].map((page) => join(import.meta.dirname, page)),
      output: {
        // A part that several pages share is named by all of them; the first is enough.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
        codeSplitting: { groups: CHUNK_GROUPS },
      },
    },
  },
})

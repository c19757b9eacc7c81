import { brotliCompressSync, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { applySavedTheme } from './src/theme-script.ts'

const API = 'http://127.0.0.1:3000'

/** What almost every page draws with. Apart, each of these small parts would be a request of its own. */
const BASE =
  /\/(contract\/src|web\/src\/lib|node_modules\/(zod|@tabler))\/|\/web\/src\/ui\/(article|breadcrumbs|button|checkbox|copy-button|cx|empty-state|error-state|icon-button|labels|list-page|money|notice|panel|qty-stepper|say-rounded|skeleton|spinner|tag|toast)\.tsx?$/

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

function themeScript(): Plugin {
  const source = `(${applySavedTheme.toString()})()`
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), themeScript(), preloadFonts(), brotliSiblings()],
  server: { port: 5173, proxy: { '/api/v1': API, '/api/openapi.json': API } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'tanstack',
              test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store|query-core|react-query)\//,
            },
            { name: 'base', test: BASE },
          ],
        },
      },
    },
  },
})

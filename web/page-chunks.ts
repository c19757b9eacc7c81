import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

interface PageRoute {
  path: string
  /** Hidden from anonymous visitors. */
  isForMembers: boolean
  /** File of the page; undefined when the page is created in another way. */
  page: string | undefined
}

function routesOf(file: string, source: string): PageRoute[] {
  const imports = [...source.matchAll(/(\w+) = \(\) => import\('([^']+)'\)/g)]
  const modules = new Map(imports.map(([, name = '', module]) => [name, module]))
  return source
    .split('createRoute({')
    .slice(1)
    .flatMap((route) => {
      const path = /\bpath: '(\/[^']*)'/.exec(route)?.[1]
      if (path === undefined) return []
      const [, name = '', own] = /\blazyRouteComponent\((?:(\w+)\)|\(\) => import\('([^']+)'\))/.exec(route) ?? []
      const page = own ?? modules.get(name)
      const module = page === undefined ? undefined : join(dirname(file), page)
      return [{ path, isForMembers: route.includes('requiresAuth: true'), page: module }]
    })
}

/** Returns the files of a chunk with all of its imports, except those already seen. */
function filesOf(bundle: Rolldown.OutputBundle, fileName: string, seen: Set<string>): string[] {
  const chunk = bundle[fileName]
  if (seen.has(fileName) || chunk?.type !== 'chunk') return []
  seen.add(fileName)
  return [fileName, ...chunk.imports.flatMap((name) => filesOf(bundle, name, seen))]
}

/** Font with the rouble sign, used on almost every page for signed-in users and on no other. */
const ROUBLE_FONT = /golos-text-latin-ext-wght.*\.woff2$/

/** Writes `pages.json`, which lists the files of every page for the server's first reply. */
export function pageChunks(): Plugin {
  return {
    name: 'page-chunks',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const ofEntry = new Set<string>()
        const scriptsOf = (module: string) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
          return filesOf(bundle, chunk?.fileName ?? '', new Set(ofEntry)).map((name) => `/${name}`)
        }
        for (const script of scriptsOf('/web/index.html')) ofEntry.add(script.slice(1))
        const modules = [...this.getModuleIds()].filter((id) => /\/web\/src\/routes\/[\w/-]+\.ts$/.test(id))
        const routes = await Promise.all(modules.map(async (id) => routesOf(id, await readFile(id, 'utf8'))))
        const pages = routes.flat().map(({ path, isForMembers, page }) => ({
          path,
          isForMembers,
          scripts: page === undefined ? [] : scriptsOf(page),
        }))
        const fonts = Object.keys(bundle).filter((name) => ROUBLE_FONT.test(name))
        const ofFrame = new Set([...scriptsOf('/src/app/member-frame.tsx'), ...scriptsOf('/src/app/member-routes.ts')])
        if (fonts.length === 0 || ofFrame.size === 0 || !pages.some(({ scripts }) => scripts.length > 0))
          this.error('The scripts of the pages are not found where they were.')
        const source = JSON.stringify({ pages, ofFrame: [...ofFrame, ...fonts.map((name) => `/${name}`)] })
        this.emitFile({ type: 'asset', fileName: 'pages.json', source })
      },
    },
  }
}

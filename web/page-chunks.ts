import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseSync, Visitor, type Plugin, type Rolldown } from 'vite'
import { CHUNK_GROUPS } from './chunk-groups.ts'

interface PageRoute {
  path: string
  /** Hidden from anonymous visitors. */
  isForMembers: boolean
  /** File of the page. */
  page: string
}

/**
 * Reads the routes of a file and the pages that they load on demand, by `import()` within the route or in a constant
 * that it names.
 */
function routesOf(file: string, source: string): PageRoute[] {
  const routes: Partial<PageRoute>[] = []
  const pages = new Map<string, string>()
  let constant: string | undefined
  let route: Partial<PageRoute> | undefined
  new Visitor({
    VariableDeclarator({ id }) {
      if (id.type === 'Identifier') constant ??= id.name
    },
    'VariableDeclaration:exit'() {
      if (!route) constant = undefined
    },
    CallExpression({ callee }) {
      if (callee.type !== 'Identifier' || callee.name !== 'createRoute') return
      route = { isForMembers: false }
      routes.push(route)
    },
    'CallExpression:exit'({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'createRoute') route = undefined
    },
    Property({ key, value }) {
      if (!route || key.type !== 'Identifier' || value.type !== 'Literal') return
      if (key.name === 'path' && typeof value.value === 'string') route.path ??= value.value
      if (key.name === 'requiresAuth') route.isForMembers = value.value === true
    },
    ImportExpression({ source: from }) {
      if (from.type !== 'Literal') return
      const page = join(dirname(file), String(from.value))
      if (route) route.page = page
      else if (constant !== undefined) pages.set(constant, page)
    },
    Identifier({ name }) {
      const page = pages.get(name)
      if (route && page !== undefined) route.page ??= page
    },
  }).visit(parseSync(file, source).program)
  return routes.flatMap(({ path, isForMembers = false, page }) => {
    if (path?.startsWith('/') !== true) return []
    if (page === undefined) throw new Error(`${file}: the page of ${path} is not found.`)
    return [{ path, isForMembers, page }]
  })
}

/** Returns the files of a chunk with all of its imports, except those already seen. */
function filesOf(bundle: Rolldown.OutputBundle, fileName: string, seen: Set<string>): string[] {
  const chunk = bundle[fileName]
  if (seen.has(fileName) || chunk?.type !== 'chunk') return []
  seen.add(fileName)
  return [fileName, ...chunk.imports.flatMap((name) => filesOf(bundle, name, seen))]
}

/** Throws when a group is empty, or loads a later one: pages would become heavier without notice. */
function checkGroups(chunks: readonly Rolldown.OutputChunk[]) {
  const named = CHUNK_GROUPS.map(({ name }) => {
    const chunk = chunks.find((other) => other.name === name)
    if (!chunk) throw new Error(`No module belongs to the group ${name}.`)
    return chunk
  })
  named.forEach(({ name, imports }, at) => {
    const later = named.slice(at + 1).find(({ fileName }) => imports.includes(fileName))
    if (later) throw new Error(`The group ${name} imports ${later.name}.`)
  })
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
        checkGroups(chunks)
        const ofEntry = new Set<string>()
        const scriptsOf = (module: string) => {
          const chunk = chunks.find(
            ({ facadeModuleId, moduleIds }) =>
              facadeModuleId?.endsWith(module) === true || moduleIds.some((id) => id.endsWith(module)),
          )
          return filesOf(bundle, chunk?.fileName ?? '', new Set(ofEntry)).map((name) => `/${name}`)
        }
        for (const script of scriptsOf('/web/index.html')) ofEntry.add(script.slice(1))
        const modules = [...this.getModuleIds()].filter((id) => /\/web\/src\/routes\/[\w/-]+\.ts$/.test(id))
        const routes = await Promise.all(modules.map(async (id) => routesOf(id, await readFile(id, 'utf8'))))
        const pages = routes.flat().map(({ path, isForMembers, page }) => ({
          path,
          isForMembers,
          scripts: scriptsOf(page),
        }))
        const fonts = Object.keys(bundle).filter((name) => ROUBLE_FONT.test(name))
        const ofFrame = new Set([...scriptsOf('/src/app/member-frame.tsx'), ...scriptsOf('/src/app/member-routes.ts')])
        if (fonts.length === 0 || ofFrame.size === 0)
          this.error('The scripts of the frame are not found where they were.')
        const source = JSON.stringify({ pages, ofFrame: [...ofFrame, ...fonts.map((name) => `/${name}`)] })
        this.emitFile({ type: 'asset', fileName: 'pages.json', source })
      },
    },
  }
}

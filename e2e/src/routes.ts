import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../web/src/routes')
/** The kit is built only for those who work on it; whatever is not found has no address. */
const APART = ['kit.ts', 'not-found.ts']

/** Every address that the web knows, as its files of routes say, and the first role that may open it. */
const PAGES = globSync('**/*.ts', { cwd: FOLDER })
  .filter((path) => !APART.includes(basename(path)))
  .flatMap((path) => readFileSync(join(FOLDER, path), 'utf8').split('createRoute({').slice(1))
  .flatMap((route) => {
    const [, path] = /\bpath: '(\/[^']*)'/.exec(route) ?? []
    return path === undefined ? [] : [{ path, role: /\broles: \['(\w+)'/.exec(route)?.[1] }]
  })

/** `$id` stands for a part of its own. */
export const ROUTES = PAGES.map(({ path }) => path)

/** Addresses of a role that stand by themselves, without a part of their own. */
export const plainPagesOf = (role: string) =>
  PAGES.filter((page) => page.role === role && !page.path.includes('$')).map(({ path }) => path)

/** Whether the address of a page, with whatever is asked of it, is of the route. */
export function isOf(route: string, address: string): boolean {
  const [path = ''] = address.split('?')
  const parts = route.split('/')
  const given = path.split('/')
  return parts.length === given.length && parts.every((part, at) => part.startsWith('$') || part === given[at])
}

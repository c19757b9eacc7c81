import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../web/src/routes')
/** Routes outside the walk: the UI kit is built for developers only, and a page not found has no address. */
const APART = ['kit.ts', 'not-found.ts']

/** Every address in the web's route files, with the first role that may open it. */
const PAGES = globSync('**/*.ts', { cwd: FOLDER })
  .filter((path) => !APART.includes(basename(path)))
  .flatMap((path) => readFileSync(join(FOLDER, path), 'utf8').split('createRoute({').slice(1))
  .flatMap((route) => {
    const [, path] = /\bpath: '(\/[^']*)'/.exec(route) ?? []
    return path === undefined ? [] : [{ path, role: /\broles: \['(\w+)'/.exec(route)?.[1] }]
  })

/** `$id` represents a variable part. */
export const ROUTES = PAGES.map(({ path }) => path)

/** Returns the addresses of a role without a variable part. */
export const plainPagesOf = (role: string) =>
  PAGES.filter((page) => page.role === role && !page.path.includes('$')).map(({ path }) => path)

/** Checks whether an address, with or without a query, belongs to the route. */
export function isOf(route: string, address: string): boolean {
  const [path = ''] = address.split('?')
  const parts = route.split('/')
  const given = path.split('/')
  return parts.length === given.length && parts.every((part, at) => part.startsWith('$') || part === given[at])
}

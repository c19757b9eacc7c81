import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../web/src/routes')
/** The kit is built only for those who work on it; whatever is not found has no address. */
const APART = ['kit.ts', 'not-found.ts']

/** Every address that the web knows, as its files of routes say; `$id` stands for a part of its own. */
export const ROUTES = globSync('**/*.ts', { cwd: FOLDER })
  .filter((path) => !APART.includes(basename(path)))
  .map((path) => readFileSync(join(FOLDER, path), 'utf8'))
  .flatMap((text) => Array.from(text.matchAll(/path: '(\/[^']*)'/g), ([, path = '']) => path))

/** Whether the address of a page, with whatever is asked of it, is of the route. */
export function isOf(route: string, address: string): boolean {
  const [path = ''] = address.split('?')
  const parts = route.split('/')
  const given = path.split('/')
  return parts.length === given.length && parts.every((part, at) => part.startsWith('$') || part === given[at])
}

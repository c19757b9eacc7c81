import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** Package entry of `package-lock.json`. */
interface Locked {
  name?: string
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  resolved?: string
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Dependency {
  /** Path of the package: one version may be installed in several places. */
  path: string
  name: string
  version: string
  /** As its author has written it; empty: he has not. */
  license: string
  /** `sha512-…`, as npm compares it with what it has downloaded. */
  integrity: string
  /** Only builds and tests need it. */
  isDev: boolean
  /** Another machine may do without it. */
  isOptional: boolean
  /** Paths of what it needs. */
  needs: readonly string[]
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** As Node looks for it: beside what needs it, then further and further up. */
function pathOf(packages: Record<string, Locked>, from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' || folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path]) return path
    if (folder === '.' || folder === '') return null
  }
}

/** Every package of others that is installed, as `package-lock.json` pins it. */
export function readDependencies(): Dependency[] {
  // Written by npm, which checks its shape itself.
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, locked]) => ({
      path,
      name: locked.name ?? nameOf(path),
      version: locked.version ?? '',
      license: locked.license ?? '',
      integrity: locked.integrity ?? '',
      isDev: locked.dev === true,
      isOptional: locked.optional === true,
      needs: Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }).flatMap(
        (name) => pathOf(packages, path, name) ?? [],
      ),
    }))
}

/** Numbers of a version, without what stands behind a dash. */
const numbersOf = (version: string) => (version.split('-')[0] ?? '').split('.').map(Number)

/** Is the first version older than the second? */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(than)]
  const at = other.findIndex((number, place) => number !== own[place])
  return at >= 0 && (own[at] ?? 0) < (other[at] ?? 0)
}

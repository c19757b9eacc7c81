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
  /** Path of the package; one version may be installed in several places. */
  path: string
  name: string
  version: string
  /** Licence as its author wrote it; empty when missing. */
  license: string
  /** `sha512-…`, which npm compares with the download. */
  integrity: string
  /** Needed by builds and tests only. */
  isDev: boolean
  /** Optional on other machines. */
  isOptional: boolean
  /** Paths of its dependencies. */
  needs: readonly string[]
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Resolves a dependency as Node does: beside its dependent, then further and further up. */
function pathOf(packages: Record<string, Locked>, from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' || folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path]) return path
    if (folder === '.' || folder === '') return null
  }
}

/** Lists every third-party package installed, as pinned by `package-lock.json`. */
export function readDependencies(): Dependency[] {
  // Written by npm, which validates its form.
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

/** Parses the numbers of a version, without the part after a dash. */
const numbersOf = (version: string) => (version.split('-')[0] ?? '').split('.').map(Number)

/** Checks whether the first version is older than the second. */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(than)]
  const at = other.findIndex((number, place) => number !== own[place])
  return at >= 0 && (own[at] ?? 0) < (other[at] ?? 0)
}

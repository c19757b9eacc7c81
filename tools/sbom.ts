import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { readDependencies, ROOT, type Dependency } from './dependencies.ts'

/** `npm run sbom [-- FILE]`: lists everything third-party that is installed, with licences, as CycloneDX 1.6. */
const path = process.argv[2] ?? join(ROOT, '.cache/sbom.cdx.json')

/** Two places of one version are one package; scopes are written as package URLs require. */
const urlOf = ({ name, version }: Pick<Dependency, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

/** SPDX expression, or an id, or the author's own words. */
function licensesOf({ license }: Dependency) {
  if (license === '') return {}
  if (/^\(.*\)$| (?:OR|AND|WITH) /.test(license)) return { licenses: [{ expression: license }] }
  return { licenses: [{ license: /\s/.test(license) ? { name: license } : { id: license } }] }
}

/** Hash in the form of CycloneDX, to compare with a download. */
function hashesOf({ integrity }: Dependency) {
  const [kind, bytes] = integrity.split(' ')[0]?.split('-') ?? []
  if (kind !== 'sha512' || !bytes) return {}
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(bytes, 'base64').toString('hex') }] }
}

const componentOf = (dependency: Dependency) => ({
  type: 'library',
  'bom-ref': urlOf(dependency),
  name: dependency.name,
  version: dependency.version,
  purl: urlOf(dependency),
  scope: dependency.isDev ? 'excluded' : dependency.isOptional ? 'optional' : 'required',
  ...licensesOf(dependency),
  ...hashesOf(dependency),
})

const dependencies = readDependencies()
const byPath = new Map(dependencies.map((dependency) => [dependency.path, dependency]))
// Runtime packages take precedence over those of builds.
const sorted = dependencies.toSorted((a, b) => Number(b.isDev) - Number(a.isDev))
const components = new Map(sorted.map((dependency) => [urlOf(dependency), componentOf(dependency)]))
const needs = new Map<string, Set<string>>()
for (const dependency of dependencies) {
  const own = needs.get(urlOf(dependency)) ?? new Set<string>()
  for (const need of dependency.needs.flatMap((at) => byPath.get(at) ?? [])) own.add(urlOf(need))
  needs.set(urlOf(dependency), own)
}
const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>
const list = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': 'portal', name, version } },
  components: [...components.values()].toSorted((a, b) => a.purl.localeCompare(b.purl, 'en')),
  dependencies: [...needs].map(([ref, own]) => ({ ref, dependsOn: [...own].sort() })),
}
mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, `${JSON.stringify(list, null, 2)}\n`)
console.log(`${relative(process.cwd(), path)}: ${list.components.length} компонентов`)

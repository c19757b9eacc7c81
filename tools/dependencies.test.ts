import { expect, test } from 'vitest'
import { isOlder, readDependencies, type Dependency } from './dependencies.ts'

const dependencies = readDependencies()
const titleOf = ({ name, version }: Dependency) => `${name} ${version}`
/** Packages used only by builds and tests are not distributed. */
const ALLOWED_IN_BUILDS = ['CC-BY-4.0', 'MPL-2.0', 'Public Domain']
/** Licences that authors state elsewhere than in the package description. */
const LICENSED_ELSEWHERE: Record<string, string> = { 'png-js': 'MIT, in its LICENSE' }
/** MPL-2.0 asks for the sources of its own files only, which are used as published. */
const isUnmodified = ({ name, license }: Dependency) => name === 'web-push' && license === 'MPL-2.0'
/** libvips is installed unmodified as a shared library, which LGPL allows. */
const isSharedLibrary = ({ name, license }: Dependency) =>
  name.startsWith('@img/sharp-') && /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/.test(license)

test('every third-party package has an allowed licence', () => {
  const refused = dependencies.filter((one) => {
    const { name, license, isDev } = one
    if (ALLOWED.includes(license) || isSharedLibrary(one) || isUnmodified(one)) return false
    if (Object.hasOwn(LICENSED_ELSEWHERE, name)) return false
    return !isDev || !ALLOWED_IN_BUILDS.includes(license)
  })
  expect(refused.map((one) => `${titleOf(one)}: ${one.license}`)).toEqual([])
})

/**
 * Versions with known and fixed vulnerabilities. No advisory service is available here, so the list is maintained by
 * hand; `fixed` names the first fixed version of each release line.
 */
const KNOWN_BAD: readonly { name: string; fixed: readonly string[]; reason: string }[] = [
  {
    name: 'fastify',
    fixed: ['5.8.5'],
    reason: 'CVE-2026-25223, CVE-2026-3419, CVE-2026-33806: validation passed by',
  },
  {
    name: 'xlsx',
    fixed: ['9999.0.0'],
    reason: 'CVE-2023-30533, CVE-2024-22363: frozen at 0.18.5 in the registry',
  },
  { name: '@e965/xlsx', fixed: ['0.20.2'], reason: 'CVE-2023-30533, CVE-2024-22363' },
  { name: 'find-my-way', fixed: ['8.2.2', '9.0.1'], reason: 'CVE-2024-45813: ReDoS' },
  { name: 'undici', fixed: ['5.29.0', '6.21.2', '7.5.0'], reason: 'CVE-2025-22150, CVE-2025-47279' },
  { name: 'nodemailer', fixed: ['7.0.7'], reason: 'CVE-2025-13033: a letter to somebody else' },
  { name: 'cookie', fixed: ['0.7.0'], reason: 'CVE-2024-47764' },
  { name: 'ws', fixed: ['5.2.4', '6.2.3', '7.5.10', '8.17.1'], reason: 'CVE-2024-37890' },
  { name: 'braces', fixed: ['3.0.3'], reason: 'CVE-2024-4068' },
  { name: 'micromatch', fixed: ['4.0.8'], reason: 'CVE-2024-4067' },
  { name: 'cross-spawn', fixed: ['6.0.6', '7.0.5'], reason: 'CVE-2024-21538' },
  { name: 'semver', fixed: ['5.7.2', '6.3.1', '7.5.2'], reason: 'CVE-2022-25883' },
  { name: 'postcss', fixed: ['8.4.31'], reason: 'CVE-2023-44270' },
  { name: 'nanoid', fixed: ['3.3.8', '5.0.9'], reason: 'CVE-2024-55565' },
  { name: 'brace-expansion', fixed: ['1.1.12', '2.0.2', '3.0.1', '4.0.1'], reason: 'CVE-2025-5889' },
  { name: 'js-yaml', fixed: ['3.14.2', '4.1.1'], reason: 'CVE-2025-64718' },
  {
    name: 'path-to-regexp',
    fixed: ['0.1.12', '1.9.0', '3.3.0', '6.3.0', '8.0.0'],
    reason: 'CVE-2024-45296, CVE-2024-52798',
  },
  { name: 'marked', fixed: ['4.0.10'], reason: 'CVE-2022-21680, CVE-2022-21681' },
  { name: 'jose', fixed: ['2.0.7', '4.15.5', '5.0.0'], reason: 'CVE-2024-28176' },
  { name: 'tar', fixed: ['6.2.1'], reason: 'CVE-2024-28863' },
  { name: 'tar-fs', fixed: ['1.16.6', '2.1.4', '3.1.1'], reason: 'CVE-2025-59343' },
  { name: 'vite', fixed: ['4.5.14', '5.4.19', '6.3.4'], reason: 'CVE-2025-46565 and those before it' },
  { name: 'rollup', fixed: ['2.79.2', '3.29.5', '4.22.4'], reason: 'CVE-2024-47068' },
  { name: 'esbuild', fixed: ['0.25.0'], reason: 'GHSA-67mh-4wv8-2f99' },
]

const majorOf = (version: string) => Number(version.split('.')[0])

/**
 * Checks whether a version is older than the first fixed version of its line, or than all of them when its line was
 * never fixed.
 */
function isBad(version: string, fixed: readonly string[]): boolean {
  const ofLine = fixed.find((one) => majorOf(one) === majorOf(version))
  return ofLine === undefined ? fixed.every((one) => isOlder(version, one)) : isOlder(version, ofLine)
}

test.each(KNOWN_BAD)('$name has no version with $reason', ({ name, fixed }) => {
  const bad = dependencies.filter((one) => one.name === name && isBad(one.version, fixed))
  expect(bad.map(titleOf)).toEqual([])
})

test.each([
  ['5.8.4', ['5.8.5'], true],
  ['5.8.5', ['5.8.5'], false],
  ['5.12.8', ['5.8.5'], false],
  ['4.9.9', ['5.8.5'], true],
  ['6.21.1', ['5.29.0', '6.21.2', '7.5.0'], true],
  ['8.0.0', ['5.29.0', '6.21.2', '7.5.0'], false],
  ['18.4.0-beta.17', ['18.4.0'], false],
  ['0.18.5', ['9999.0.0'], true],
] as const)('version %s against fixes %j is vulnerable: %s', (version, fixed, bad) => {
  expect(isBad(version, fixed)).toBe(bad)
})

test('every package is pinned by its sha512 digest', () => {
  expect(dependencies.filter(({ integrity }) => !integrity.startsWith('sha512-')).map(titleOf)).toEqual([])
})

/** Licences whose only condition for running or distributing the portal is the notice. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  '(MIT AND Zlib)',
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
  // Used under MIT.
  '(MIT OR EUPL-1.1+)',
]

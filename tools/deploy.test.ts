import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Settings } from '../server/src/platform/config.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../deploy', path), 'utf8')
/** Names of the environment variables that a compose file passes to the application. */
const givenBy = (text: string) => {
  const app = /^ {2}app:\n([\s\S]*?)(?=^ {2}\w|\n\w|$(?![\s\S]))/m.exec(text)?.[1] ?? ''
  const [, environment = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(app) ?? []
  return Array.from(environment.matchAll(/^ {6}([A-Z_]+):/gm), ([, name = '']) => name)
}

/** Settings of the image itself and of the demonstration. */
const OF_IMAGE = ['HOST', 'PORT', 'DATA_DIR', 'DEMO_SUPPLIERS']

test('every server setting can be set in the container', () => {
  const given = givenBy(read('compose.yaml'))
  expect(Object.keys(Settings.shape).filter((name) => !given.includes(name) && !OF_IMAGE.includes(name))).toEqual([])
  expect(given.filter((name) => !(name in Settings.shape))).toEqual([])
})

test('cluster node sets only settings that the server knows', () => {
  const given = givenBy(read('cluster/compose.node.yaml'))
  expect(given).toContain('DATABASE_DIRECT_URL')
  expect(given.filter((name) => !(name in Settings.shape))).toEqual([])
})

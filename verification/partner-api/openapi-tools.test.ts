import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API } from '@artikul/contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ArtikulClient, ArtikulError } from '../../client/src/index.ts'
import { openApi } from '../../server/src/platform/http/openapi.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { ROOT, run } from './buyers-program.factory.ts'

const PARTNER = join(ROOT, 'docs/partner-api.json')
/** Exact versions, so that a release of a tool changes no verdict. */
const REDOCLY = '@redocly/cli@2.77.0'
const SPECTRAL = '@stoplight/spectral-cli@6.16.3'
const PRISM = '@stoplight/prism-cli@5.16.0'
const GENERATOR = ['-p', '@hey-api/openapi-ts@0.99.0', '-p', 'typescript@6.0.3']

let folder: string
const npx = (args: readonly string[]) => run('npx', ['--yes', ...args], { cwd: folder })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tools-'))
  await writeFile(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]')
  await writeFile(join(folder, 'portal.json'), JSON.stringify(await openApi(API, 'Артикул')))
})

test.each([
  ['document of the partner API', 'Redocly', [REDOCLY, 'lint', PARTNER, '--extends=recommended']],
  ['document of the partner API', 'Spectral', [SPECTRAL, 'lint', PARTNER, '--fail-severity=error']],
  // Addresses of the portal that were given end with a slash.
  [
    'document of the portal',
    'Redocly',
    [REDOCLY, 'lint', 'portal.json', '--extends=recommended', '--skip-rule=no-path-trailing-slash'],
  ],
])(
  '%s has no error by %s',
  async (_, __, args) => {
    await npx(args)
  },
  120_000,
)

test('generator of another project makes a client of the document that compiles', async () => {
  await npx([...GENERATOR, 'openapi-ts', '-i', PARTNER, '-o', 'generated'])
  const settings = {
    compilerOptions: {
      ...{ target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler', strict: true, noEmit: true },
      ...{ lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] },
    },
    include: ['generated'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  expect(await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder })).toBe('')
}, 120_000)

interface Operation {
  operationId: string
  parameters: { $ref?: string; name: string; in: string; required: boolean; schema: { format?: string } }[]
  requestBody?: { content: { 'application/json': { example?: object } } }
  responses: Record<string, { content?: object }>
}
// Built by `buildPartnerDocument`.
const { paths } = JSON.parse(readFileSync(PARTNER, 'utf8')) as { paths: Record<string, Record<string, Operation>> }
const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** Required values of an operation: days, and numbers where any text is right. */
const valuesOf = ({ parameters }: Operation, place: 'path' | 'query') =>
  Object.fromEntries(
    parameters
      .filter((one) => one.in === place && one.required)
      .map(({ name, schema }) => [name, schema.format === 'date' ? '2026-11-17' : '4012']),
  )

describe('mock server made from the document', () => {
  let mock: ChildProcess
  /** The library without its types: calls are read from the document. */
  let client: Record<string, (path: string, options: object) => Promise<unknown>>

  beforeAll(async () => {
    const port = await findFreePort()
    const address = ['-h', '127.0.0.1', '-p', String(port)]
    // A group of its own, because npx starts the server as a child.
    mock = spawn('npx', ['--yes', PRISM, 'mock', '--errors', ...address, PARTNER], { cwd: folder, detached: true })
    await new Promise<void>((resolve, reject) => {
      let printed = ''
      const read = (chunk: Buffer) => {
        printed += chunk.toString()
        if (printed.includes('Prism is listening')) resolve()
      }
      mock.stdout?.on('data', read)
      mock.stderr?.on('data', read)
      mock.on('exit', () => reject(new Error(printed)))
    })
    const url = `http://127.0.0.1:${port}/api/partner/v1`
    client = new ArtikulClient({ url, key: 'any', attempts: 1 }) as unknown as typeof client
  }, 120_000)
  afterAll(() => {
    if (mock.pid !== undefined) process.kill(-mock.pid)
  })

  test.each(OPERATIONS)('answers the library: $method $path', async ({ path, method, operation }) => {
    const body = operation.requestBody?.content['application/json'].example
    const reply = await client[method]?.(path.replace('/api/partner/v1', ''), {
      ...{ path: valuesOf(operation, 'path'), query: valuesOf(operation, 'query') },
      ...(operation.requestBody && { body }),
      ...(operation.parameters.some(({ $ref }) => $ref?.endsWith('IdempotencyKey')) && { idempotencyKey: 'any' }),
    })
    const isFile = Object.values(operation.responses).some(({ content }) => content !== undefined && '*/*' in content)
    expect(reply instanceof Blob).toBe(isFile)
  })

  test('refuses a wrong call, and the library says so', async () => {
    await expect(client['get']?.('/search', { query: { article: '1' } })).rejects.toThrow(ArtikulError)
    reportFigure('openapi-tools', `mock server: ${OPERATIONS.length} operations`)
  })
})

/** Port that was free a moment ago. */
const findFreePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo // a TCP server
      server.close(() => resolve(port))
    })
  })

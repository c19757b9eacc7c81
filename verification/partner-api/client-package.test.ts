import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { codeOf, openShop, ROOT, run } from './buyers-program.factory.ts'

const test_ = useTestApp()
let folder: string
let env: Record<string, string>

const [client = '', ...recipes] = codeOf('client/README.md', 'ts')
const fileOf = (at: number) => `recipe-${at}.ts`

/** A project of a buyer with the packed library and nothing else. */
beforeAll(async () => {
  env = await openShop(test_)
  folder = await mkdtemp(join(tmpdir(), 'buyer-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}')
  const settings = {
    compilerOptions: {
      ...{ target: 'ES2023', module: 'NodeNext', strict: true, noEmit: true, skipLibCheck: false },
      ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
    },
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  for (const [at, recipe] of recipes.entries()) await writeFile(join(folder, fileOf(at)), `${client}\n${recipe}`)
  await run('npm', ['pack', '--workspace', 'client', '--pack-destination', folder], { cwd: ROOT })
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  await run('npm', ['install', '--offline', `./${packed}`], { cwd: folder })
}, 120_000)

test('packed library has only its compiled code and needs no other package', async () => {
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@artikul'])
  expect((await readdir(join(folder, 'node_modules/@artikul/client'))).toSorted()).toEqual([
    ...['README.md', 'dist', 'package.json'],
  ])
})

test('recipes of the library compile in a strict project', async () => {
  expect(recipes).toHaveLength(5)
  expect(await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder })).toBe('')
})

test('recipes find parts, order them and follow the order', async () => {
  const printed = []
  for (const at of [0, 1, 2, 3]) printed.push(await run(process.execPath, [fileOf(at)], { cwd: folder, env }))
  expect(printed[0]).toMatch(/^asked HYUNDAI\/KIA 26300-35503 \d+ 100 /)
  expect(printed[1]).toMatch(/^26300-35503 \d+\n22542 не найден\n$/)
  expect(printed[2]).toMatch(/^Оформлен \d+ \S+\n$/)
  const orders = test_.database.db.selectFrom('orders').select(['client_number', 'status'])
  expect(await orders.execute()).toMatchObject([{ client_number: 'A-1024' }])
})

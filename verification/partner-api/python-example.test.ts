import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { codeOf, openShop, run } from './buyers-program.factory.ts'

const test_ = useTestApp()
const MAX_LINES = 40

test('Python example of the guide orders once, however often it runs', async () => {
  const env = await openShop(test_)
  const [example = ''] = codeOf('docs/guide/partner-api.md', 'python')
  expect(example.trim().split('\n').length).toBeLessThanOrEqual(MAX_LINES)
  const cwd = await mkdtemp(join(tmpdir(), 'python-'))
  await writeFile(join(cwd, 'order.py'), example)
  const printed = await run('python3', ['order.py'], { cwd, env })
  expect(printed).toMatch(/^Оформлен \S+ \d+\.\d+\n$/)
  expect(await run('python3', ['order.py'], { cwd, env })).toBe(printed)
  expect(await test_.database.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  await expect(run('python3', ['order.py'], { cwd, env: { ...env, ARTIKUL_KEY: 'no' } })).rejects.toThrow(
    /Отказ 401: .*api_key\.invalid/,
  )
})

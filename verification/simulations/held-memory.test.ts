import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { heldMemoryEnv, openHeldMemory } from './held-memory.factory.ts'

const PORT = 3664
/**
 * Program that, once it receives a line, allocates 40 MB of garbage and retains 20 MB of objects and 10 MB of buffer.
 */
const HOLDER = `
  const held = []
  process.stdin.on('data', () => {
    Array.from({ length: 5e6 })
    held.push(Array.from({ length: 20 * 131072 }, () => 0.5), Buffer.alloc(10 * 1048576))
    console.log('held')
  })
  console.log('ready')`

test('held memory is measured without garbage that waits for collection', async () => {
  const child = spawn(process.execPath, ['-e', HOLDER], { env: { ...process.env, ...heldMemoryEnv(PORT) } })
  try {
    await once(child.stdout, 'data')
    const memory = await openHeldMemory(PORT)
    const before = await memory.readMb()
    const took = async () => {
      child.stdin.write('\n')
      await once(child.stdout, 'data')
      return memory.readMb()
    }
    const after = await took()
    expect(after - before).toBeGreaterThan(29)
    expect(after - before).toBeLessThan(35)
    expect((await took()) - after).toBeLessThan(35)
    memory.close()
  } finally {
    child.kill('SIGKILL')
  }
})

import { once } from 'node:events'
import { z } from 'zod'

const MB = 1024 * 1024

/** Environment for a process that reports its memory at the port. */
export const heldMemoryEnv = (port: number) => ({
  NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`,
})

const targetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1)
const answerSchema = z.object({ id: z.number(), result: z.unknown().optional(), error: z.unknown().optional() })
const memorySchema = z.object({ result: z.object({ value: z.object({ heapUsed: z.number(), external: z.number() }) }) })

/** Connects to the process by the Chrome DevTools Protocol. */
async function openInspector(port: number) {
  const reply = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = targetsSchema.parse(await reply.json())
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = answerSchema.parse(JSON.parse(String(data)))
    const waiter = waiting.get(id)
    if (error === undefined) waiter?.resolve(result)
    else waiter?.reject(new Error('The inspector refuses', { cause: error }))
    waiting.delete(id)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The process has gone'))
    waiting.clear()
  })
  return {
    ask: (method: string, params: object = {}) => {
      if (socket.readyState !== WebSocket.OPEN) throw new Error('The process has gone')
      const answer = Promise.withResolvers<unknown>()
      waiting.set(++lastId, answer)
      socket.send(JSON.stringify({ id: lastId, method, params }))
      return answer.promise
    },
    close: () => socket.close(),
  }
}

/**
 * Measures memory after garbage collection, MB: JavaScript objects and their buffers. A leak shows in it, while the
 * process's own memory varies with uncollected garbage.
 */
export async function openHeldMemory(port: number) {
  const { ask, close } = await openInspector(port)
  return {
    close,
    readMb: async (): Promise<number> => {
      await ask('HeapProfiler.collectGarbage')
      const reply = await ask('Runtime.evaluate', { expression: 'process.memoryUsage()', returnByValue: true })
      const { heapUsed, external } = memorySchema.parse(reply).result.value
      return (heapUsed + external) / MB
    },
  }
}

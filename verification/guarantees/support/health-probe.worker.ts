import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Polls the server's liveness in a thread of its own, unaffected by the work of the test. */
const { origin } = workerData as { origin: string }
const times: number[] = []
const going = new AbortController()
parentPort?.on('message', () => going.abort())
while (!going.signal.aborted) {
  const started = performance.now()
  const reply = await fetch(`${origin}/health/live`)
  await reply.text()
  times.push(performance.now() - started)
  await delay(20)
}
parentPort?.postMessage(times)

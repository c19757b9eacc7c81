import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'

const CHANNELS = ['tracing:fastify.request.handler:end', 'tracing:fastify.request.handler:asyncEnd']

/** Message of these diagnostics channels. */
interface Handled {
  route: { url: string; method: string }
  error?: unknown
}

/**
 * Records the routes that answer without a refusal, in the directory set by `npm test`.
 * @returns a function that ends the recording with the test file
 */
export function recordServed(testPath: string): () => void {
  const folder = process.env['SERVED_FOLDER']
  if (folder === undefined) return () => undefined
  const served = new Set<string>()
  const note = (message: unknown) => {
    // The message belongs to Fastify and is `unknown` to Node.
    const { route, error } = message as Handled
    if (error === undefined) served.add(`${route.method} ${route.url}`)
  }
  for (const channel of CHANNELS) subscribe(channel, note)
  return () => {
    for (const channel of CHANNELS) unsubscribe(channel, note)
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ testPath, served: [...served] }))
  }
}

/**
 * Reads the routes answered in tests of modules; walks over the whole contract are excluded, because they do not check
 * replies.
 */
export function readServed(folder: string): Set<string> {
  const files = readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    // Written above.
    return JSON.parse(text) as { testPath: string; served: string[] }
  })
  return new Set(
    files.filter(({ testPath }) => /\/(modules|platform)\//.test(testPath)).flatMap(({ served }) => served),
  )
}

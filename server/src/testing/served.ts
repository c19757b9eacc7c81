import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'

const CHANNELS = ['tracing:fastify.request.handler:end', 'tracing:fastify.request.handler:asyncEnd']

/** The message of these channels. */
interface Handled {
  route: { url: string; method: string }
  error?: unknown
}

/**
 * Records the routes that answer without a refusal, in the folder that `npm test` names.
 * @returns ends the recording with the test file
 */
export function recordServed(testPath: string): () => void {
  const folder = process.env['SERVED_FOLDER']
  if (folder === undefined) return () => undefined
  const served = new Set<string>()
  const note = (message: unknown) => {
    // The channel's message is Fastify's own, and `unknown` to Node.
    const { route, error } = message as Handled
    if (error === undefined) served.add(`${route.method} ${route.url}`)
  }
  for (const channel of CHANNELS) subscribe(channel, note)
  return () => {
    for (const channel of CHANNELS) unsubscribe(channel, note)
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ testPath, served: [...served] }))
  }
}

/** Routes that a test of a module has been answered by: walks over the whole contract do not look at replies. */
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

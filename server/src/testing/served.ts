import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'

const FOLDER = join(import.meta.dirname, '../../../.cache/served')
const CHANNELS = ['tracing:fastify.request.handler:end', 'tracing:fastify.request.handler:asyncEnd']

/** What Fastify tells of a handler that has ended. */
interface Handled {
  route: { url: string; method: string }
  error?: unknown
}

/** Notes the routes that answer without a refusal while a file of tests runs; to be called when it ends. */
export function noteServed(testPath: string): () => void {
  const served = new Set<string>()
  const note = (message: unknown) => {
    // The channel's message is Fastify's own, and `unknown` to Node.
    const { route, error } = message as Handled
    if (error === undefined) served.add(`${route.method} ${route.url}`)
  }
  for (const channel of CHANNELS) subscribe(channel, note)
  return () => {
    for (const channel of CHANNELS) unsubscribe(channel, note)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, `${randomUUID()}.json`), JSON.stringify({ testPath, served: [...served] }))
  }
}

export const forgetServed = () => rmSync(FOLDER, { recursive: true, force: true })

/** Routes that a test of a module has been answered by: walks over the whole contract do not look at replies. */
export function readServed(): Set<string> {
  const files = readdirSync(FOLDER).map((name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8')
    // Written above.
    return JSON.parse(text) as { testPath: string; served: string[] }
  })
  return new Set(files.filter(({ testPath }) => testPath.includes('/modules/')).flatMap(({ served }) => served))
}

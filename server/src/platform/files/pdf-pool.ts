import type { FastifyInstance } from 'fastify'
import { Piscina } from 'piscina'

/** Draws what is given by the file's own function, in a worker. */
export type DrawPdf = (file: URL, facts: unknown) => Promise<Buffer>

/** Layout and font subsetting take a core for a while: they never run beside requests. */
export function createPdfPool(app: FastifyInstance): DrawPdf {
  const pool = new Piscina<unknown, Uint8Array>({
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 200,
    idleTimeout: 60_000,
    // A document is drawn of many short-lived texts: a wide nursery has them swept away at once.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 96 },
  })
  app.addHook('onClose', () => pool.destroy())
  return async (file, facts) => Buffer.from(await pool.run(facts, { filename: file.href }))
}

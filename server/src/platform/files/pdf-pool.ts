import type { FastifyInstance } from 'fastify'
import { Piscina } from 'piscina'

/** Draws the facts with the default function of the file, in a worker. */
export type DrawPdf = (file: URL, facts: unknown) => Promise<Buffer>

/** Creates the worker pool for PDFs: layout and font subsetting occupy a core and must not block requests. */
export function createPdfPool(app: FastifyInstance): DrawPdf {
  const pool = new Piscina<unknown, Uint8Array>({
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 200,
    idleTimeout: 60_000,
    // A document consists of many short-lived texts, which a large young generation collects efficiently.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 96 },
  })
  app.addHook('onClose', () => pool.destroy())
  return async (file, facts) => Buffer.from(await pool.run(facts, { filename: file.href }))
}

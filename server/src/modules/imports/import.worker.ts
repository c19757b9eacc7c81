import { workerData } from 'node:worker_threads'
import { copyEvents } from './copy-events.ts'
import type { PriceListOptions } from './price-list.ts'
import { serveEvents } from './serve-events.ts'

const { path, options } = workerData as { path: string; options: PriceListOptions }
serveEvents(copyEvents(path, options), (event) => (event.kind === 'rows' ? [event.copy.buffer as ArrayBuffer] : []))

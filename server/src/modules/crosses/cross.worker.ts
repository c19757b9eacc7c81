import { workerData } from 'node:worker_threads'
import { serveEvents, type PriceListOptions } from '../imports/index.ts'
import { crossEvents } from './cross-events.ts'

const { path, options } = workerData as { path: string; options: PriceListOptions }
serveEvents(crossEvents(path, options), (event) => (event.kind === 'rows' ? [event.copy.buffer as ArrayBuffer] : []))

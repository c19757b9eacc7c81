import { serveEvents, type PriceListOptions } from '../../../platform/files/spreadsheet/index.ts'
import { workerData } from 'node:worker_threads'
import { crossReferenceEvents } from './cross-reference-events.ts'

const { path, options } = workerData as { path: string; options: PriceListOptions }
serveEvents(crossReferenceEvents(path, options), (event) =>
  event.kind === 'rows' ? [event.copy.buffer as ArrayBuffer] : [],
)

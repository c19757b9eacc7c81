import type { PriceListOptions } from '../../../platform/files/spreadsheet/types.ts'
import { workerData } from 'node:worker_threads'
import { copyEvents } from './copy-events.ts'
import { serveEvents } from '../../../platform/files/spreadsheet/workers/serve-events.ts'

const { path, options } = workerData as { path: string; options: PriceListOptions }
serveEvents(copyEvents(path, options), (event) => (event.kind === 'rows' ? [event.copy.buffer as ArrayBuffer] : []))

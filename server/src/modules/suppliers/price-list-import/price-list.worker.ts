import type { PriceListOptions } from '../../../platform/files/spreadsheet/types.ts'
import { workerData } from 'node:worker_threads'
import { readPriceListHere } from './read-price-list.ts'
import { serveEvents } from '../../../platform/files/spreadsheet/workers/serve-events.ts'

const { path, options } = workerData as { path: string; options: PriceListOptions }
serveEvents(readPriceListHere(path, options))

import { workerData } from 'node:worker_threads'
import type { PriceListOptions } from './price-list.ts'
import { describeHere } from './read-price-list.ts'
import { serveEvents } from './serve-events.ts'

const { path, options } = workerData as { path: string; options: PriceListOptions }
serveEvents(describeHere(path, options))

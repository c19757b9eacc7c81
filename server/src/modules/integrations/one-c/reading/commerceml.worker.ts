import { workerData } from 'node:worker_threads'
import { serveEvents } from '../../../../platform/files/spreadsheet/workers/serve-events.ts'
import { movedBuffers, readCommerceMl, type KnownReferences } from './commerceml.ts'

const { path, known } = workerData as { path: string; known: KnownReferences }
serveEvents(readCommerceMl(path, known), movedBuffers)

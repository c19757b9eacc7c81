import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const COMPILED = join(ROOT, '.cache/compiled')
// What was compiled once is not compiled at every start: nearly half of its processor time. Where nothing may be
// written, it is compiled as ever. Threads that read files are told by the environment.
process.env['NODE_COMPILE_CACHE'] = COMPILED
enableCompileCache(COMPILED)
const { loadEnvFile } = await import('./platform/config.ts')
const { main } = await import('./main.ts')
loadEnvFile(ROOT)
await main(process.env, ROOT)
flushCompileCache()

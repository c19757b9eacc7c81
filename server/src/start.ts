import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
// What was compiled once is not compiled at every start: nearly half of its processor time. Where nothing may be
// written, it is compiled as ever.
enableCompileCache(join(ROOT, '.cache/compiled'))
const { loadEnvFile } = await import('./platform/config.ts')
const { main } = await import('./main.ts')
loadEnvFile(ROOT)
await main(process.env, ROOT)
flushCompileCache()

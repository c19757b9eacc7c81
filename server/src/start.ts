import { join } from 'node:path'
import { main } from './main.ts'
import { loadEnvFile } from './platform/config.ts'

const ROOT = join(import.meta.dirname, '../..')
loadEnvFile(ROOT)
await main(process.env, ROOT)

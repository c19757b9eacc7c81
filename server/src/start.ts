import { join } from 'node:path'
import { main } from './main.ts'

await main(process.env, join(import.meta.dirname, '../..'))

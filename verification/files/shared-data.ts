import { join } from 'node:path'

/** Files written by others. They lie beside the project and are never part of it; `npm run verify` needs them here. */
export const SHARED_DATA = join(import.meta.dirname, '../../../shared/data')

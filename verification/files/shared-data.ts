import { join } from 'node:path'

/** Files from third parties, stored outside the project and required here by `npm run verify`. */
export const SHARED_DATA = join(import.meta.dirname, '../../../shared/data')

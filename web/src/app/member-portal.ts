import { loadOnce } from '../lib/api/load-once.ts'
import { memberParts } from './member-parts.ts'
import { learnMemberPages } from './router.ts'

/** Loads the frame parts and the pages for signed-in users. */
export const memberPortal = loadOnce(() => Promise.all([memberParts(), learnMemberPages()]))

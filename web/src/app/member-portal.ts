import { loadOnce } from '../lib/api/load-once.ts'
import { memberParts } from './member-parts.ts'
import { learnMemberPages } from './router.ts'

/** All that is of those who are signed in: what the frame has for them, and which pages there are. */
export const memberPortal = loadOnce(() => Promise.all([memberParts(), learnMemberPages()]))

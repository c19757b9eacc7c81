import { loadOnce } from './lib/load-once.ts'

/** What the frame has for those who are signed in: nobody else loads it. */
export const memberParts = loadOnce(() => import('./member-frame.tsx').then(({ PARTS }) => PARTS))
